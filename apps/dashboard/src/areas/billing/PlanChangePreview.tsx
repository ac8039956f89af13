import { plans } from '@basalt/catalog'
import type { PlanChange } from '@basalt/contract/billing/billing'
import type { ReactNode } from 'react'

import { formatMoney } from '../../lib/format/format-money.ts'
import { formatExact } from '../../lib/format/format-time.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PriceTag } from '../../ui/PriceTag.tsx'
import { ChargeTable } from './ChargeTable.tsx'

type Props = { change: PlanChange; name: string }

/** Obstacles, costs, lost features and affected projects. */
export function PlanChangePreview({ change, name }: Props) {
  const price = plans.find(({ id }) => id === change.plan)?.priceMicros ?? 0
  return (
    <>
      {change.obstacles.length > 0 && (
        <Notice tone="bad" title="Resolve these issues first">
          <ul className="list-disc pl-4">
            {change.obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Part title="Cost">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-ink-soft">
          {price > 0 && <PriceTag monthlyMicros={price} />}
          {differenceText(change)}
        </p>
        <p className="text-ink-soft">
          {name} applies from {formatExact(change.effective_at)}, the next full hour. Fees and
          quotas of each plan are prorated by the hours that the organization uses it.
        </p>
        {change.spend_cap_before_micros !== change.spend_cap_after_micros && (
          <p className="text-ink-soft">{capText(change)}</p>
        )}
        <div className="-mx-4 border-b border-line">
          <ChargeTable
            caption="Upcoming invoice before and after the change"
            columns={[
              { label: 'Current', charge: change.before },
              { label: 'After the change', charge: change.after },
            ]}
          />
        </div>
      </Part>
      {change.lost.length > 0 && (
        <Part title="Losses">
          <Lost lost={change.lost} />
        </Part>
      )}
      {change.projects.length > 0 && (
        <Part title="Affected projects">
          <ul className="flex flex-col rounded-control border border-line">
            {change.projects.map(({ ref, name: project, effect }) => (
              <li key={ref} className="border-b border-line px-3 py-2 last:border-0">
                <span className="font-medium">{project}</span>
                <span className="block text-ink-soft">{effect}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

const getCap = (micros: number | null) => (micros === null ? 'none' : formatMoney(micros))

const capText = ({ spend_cap_before_micros: before, spend_cap_after_micros: after }: PlanChange) =>
  `The spend cap changes from ${getCap(before)} to ${getCap(after)}.`

/** In words, because two columns do not show the direction of the change. */
function differenceText({ before, after }: PlanChange): string {
  const difference = after.total_micros - before.total_micros
  if (difference === 0) return 'The upcoming invoice does not change.'
  const word = difference > 0 ? 'more' : 'less'
  return `The upcoming invoice will be ${formatMoney(Math.abs(difference))} ${word}.`
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-3">
    <h3 className="text-base font-semibold">{title}</h3>
    {children}
  </section>
)

const cell = 'px-3 py-2 align-top break-words'

const Lost = ({ lost }: { lost: PlanChange['lost'] }) => (
  <table className="w-full table-fixed border-collapse border-y border-line">
    <thead className="border-b border-line text-left text-xs text-ink-faint">
      <tr>
        {['Feature', 'Now', 'New'].map((name) => (
          <th key={name} scope="col" className="px-3 py-2 font-medium">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lost.map(({ feature, title, before, after }) => (
        <tr key={feature} className="border-b border-line last:border-0">
          <th scope="row" className={`${cell} text-left font-normal`}>
            {title}
          </th>
          <td className={`${cell} text-ink-soft`}>{before}</td>
          <td className={cell}>{after}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
