import type { SpendLimitStep } from '@basalt/contract/billing/amounts'

import { formatMoney } from '../../lib/format/format-money.ts'
import { formatExact } from '../../lib/format/format-time.ts'
import { Status } from '../../ui/Status.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { stepTime, stepLabels } from './spend-labels.ts'

const head = 'px-4 py-2 text-left text-xs font-medium text-ink-faint'
const cell = 'px-4 py-2 align-top max-tablet:p-0'

/** Effect at which amount, and when. */
export function SpendLimits({
  steps,
  caption,
}: {
  steps: readonly SpendLimitStep[]
  caption: string
}) {
  return (
    <table className="w-full border-collapse max-tablet:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-y border-line max-tablet:sr-only">
        <tr>
          <th scope="col" className={head}>
            At
          </th>
          <th scope="col" className={head}>
            Effect
          </th>
          <th scope="col" className={head}>
            When
          </th>
        </tr>
      </thead>
      <tbody className="max-tablet:block">
        {steps.map((step) => (
          <Row key={step.percent} step={step} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ step }: { step: SpendLimitStep }) {
  const { title, note } = stepLabels(step)
  return (
    <tr className="border-b border-line last:border-0 max-tablet:grid max-tablet:grid-cols-[92px_1fr] max-tablet:gap-x-3 max-tablet:px-4 max-tablet:py-2">
      <th scope="row" className={`${cell} tabular text-left font-medium whitespace-nowrap`}>
        {formatMoney(step.at_micros)}
        <span className="block text-xs font-normal text-ink-faint">{step.percent} %</span>
      </th>
      <td className={cell}>
        {title}
        <span className="block text-xs text-ink-faint">{note}</span>
      </td>
      <td className={`${cell} text-ink-soft max-tablet:col-start-2`}>
        <When step={step} />
      </td>
    </tr>
  )
}

function When({ step }: { step: SpendLimitStep }) {
  const text = stepTime(step)
  if (step.is_reached) return <Status tone={step.effect === null ? 'warn' : 'bad'}>{text}</Status>
  if (step.expected_at === null) return <span className="text-ink-faint">{text}</span>
  return (
    <Tooltip content={formatExact(step.expected_at)}>
      <span>
        <Status tone="warn">{text}</Status>
      </span>
    </Tooltip>
  )
}
