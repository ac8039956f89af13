import { type OrganizationPlan, planTiers } from '@basalt/catalog'
import { clsx } from 'clsx'

import { formatMoney } from '../../lib/format/format-money.ts'
import { Select } from '../../ui/Input.tsx'

type Props = {
  current: OrganizationPlan | undefined
  /** The plan that is shown where there is room for one only. */
  shown: OrganizationPlan
  onShow: (plan: OrganizationPlan) => void
}

/** The plans with their prices, and on a phone the switch between them. */
export function FeatureTableHead({ current, shown, onShow }: Props) {
  return (
    <thead className="sticky top-0 z-10">
      <tr>
        <td className="rounded-tl-card border-b border-line-strong bg-raised px-3 py-2 align-bottom tablet:w-[28%]">
          <span className="tablet:hidden">
            <Select
              aria-label="Show plan"
              size="large"
              value={shown}
              onChange={(event) => onShow(event.target.value as OrganizationPlan)}
            >
              {planTiers.map(({ planId, name }) => (
                <option key={planId} value={planId}>
                  {name}
                </option>
              ))}
            </Select>
          </span>
        </td>
        {planTiers.map(({ planId, name, priceMonthly }) => (
          <th
            key={planId}
            scope="col"
            className={clsx(
              'border-b border-line-strong bg-raised px-3 py-2 text-left align-bottom font-semibold tablet:last:rounded-tr-card',
              planId !== shown && 'max-tablet:hidden',
              planId === current && 'text-accent',
            )}
          >
            {name}
            <span className="tabular block text-xs font-normal text-ink-soft">
              {planId === current && 'Current plan · '}
              {priceMonthly === null ? 'Custom' : `${formatMoney(priceMonthly)} per month`}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}
