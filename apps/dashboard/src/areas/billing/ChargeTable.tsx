import type { Charge, InvoiceLine } from '@basalt/contract/billing/amounts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { formatMoney } from '../../lib/format/format-money.ts'
import { type ChargeRow, chargeRows } from './charge-rows.ts'

type Column = { label: string; charge: Charge }

type Props = {
  caption: string
  /** The second is the relevant one, and highlighted. */
  columns: readonly [Column, Column]
}

const head = 'px-4 py-2 text-xs font-medium text-ink-faint'
const figure = 'tabular px-4 py-2 text-right align-top whitespace-nowrap'

/** Two bills side by side, line by line, with their sums. */
export function ChargeTable({ caption, columns }: Props) {
  const [{ charge: first }, { charge: second }] = columns
  const rows = chargeRows(first, second)
  const hasCredit = first.credit_micros !== 0 || second.credit_micros !== 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the arrow keys
    <section tabIndex={0} aria-label={caption} className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-y border-line">
          <tr>
            <th scope="col" className={`${head} text-left`}>
              Item
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className={`${head} text-right whitespace-nowrap`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={3} className="px-4 py-4 text-center text-ink-faint">
                No charges
              </td>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
        <tfoot className="border-t border-line-strong">
          {hasCredit && (
            <>
              <Sum label="Subtotal">{[first.subtotal_micros, second.subtotal_micros]}</Sum>
              <Sum label="From your credits">{[-first.credit_micros, -second.credit_micros]}</Sum>
            </>
          )}
          <Sum label="Total" isLast>
            {[first.total_micros, second.total_micros]}
          </Sum>
        </tfoot>
      </table>
    </section>
  )
}

function Row({ row: { line, first, second } }: { row: ChargeRow }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="px-4 py-2 text-left align-top font-normal">
        {line.description}
        {line.kind !== 'plan' && <Soft>{line.detail}</Soft>}
        <Soft>{line.unit_price}</Soft>
      </th>
      <td className={`${figure} text-ink-soft`}>
        <Amount line={first} />
      </td>
      <td className={figure}>
        <Amount line={second} />
      </td>
    </tr>
  )
}

/** Differences, such as the hours of a plan, are below the amount. */
function Amount({ line }: { line: InvoiceLine | undefined }) {
  if (line === undefined) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">No charges</span>
      </>
    )
  }
  return (
    <>
      {formatMoney(line.amount_micros)}
      <Soft>{line.kind === 'plan' ? line.detail : line.quantity}</Soft>
    </>
  )
}

const Soft = ({ children }: { children: string | null }) =>
  children === null ? null : <span className="block text-xs text-ink-faint">{children}</span>

type SumProps = { label: string; isLast?: boolean; children: readonly [number, number] }

function Sum({ label, isLast = false, children }: SumProps): ReactNode {
  return (
    <tr className={clsx(isLast && 'font-semibold')}>
      <th scope="row" className={clsx('px-4 py-2 text-left', !isLast && 'font-normal')}>
        {label}
      </th>
      {children.map((amount, index) => (
        <td key={index} className={clsx(figure, index === 0 && 'font-normal text-ink-soft')}>
          {formatMoney(amount)}
        </td>
      ))}
    </tr>
  )
}
