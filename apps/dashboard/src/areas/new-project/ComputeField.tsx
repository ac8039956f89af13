import {
  type ComputeSize,
  type ComputeSizeId,
  computeSizes,
  type OrganizationPlan,
} from '@basalt/catalog'

import { formatMoney } from '../../lib/format/format-money.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { PriceTag } from '../../ui/PriceTag.tsx'
import { type ComputeCost, isOffered } from './compute-cost.ts'
import { getCoverage } from './CostSummary.tsx'

type Props = {
  size: ComputeSizeId
  plan: OrganizationPlan | undefined
  cost: ComputeCost
  /** Why prices are not shown. */
  priceOff: string | undefined
  error: string | undefined
  onChange: (size: ComputeSizeId) => void
}

export function ComputeField({ size, plan, cost, priceOff, error, onChange }: Props) {
  const chosen = computeSizes.find(({ id }) => id === size)
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Compute size"
        error={error}
        help={
          chosen &&
          [
            describe(chosen),
            plan === 'free' && 'Larger sizes require a paid plan',
            priceOff && `Prices: ${priceOff}`,
          ]
            .filter(Boolean)
            .join('. ')
        }
      >
        {(control) => (
          <Select
            {...control}
            size="large"
            value={size}
            onChange={(event) => onChange(event.target.value as ComputeSizeId)}
          >
            {computeSizes.map((one) => (
              <option key={one.id} value={one.id} disabled={!isOffered(one.id, plan)}>
                {one.name} · {one.memory_gb} GB memory
                {priceOff === undefined && ` · ${formatMoney(one.priceMicros)}/month`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {priceOff === undefined && (
        <PriceTag
          monthlyMicros={cost.monthlyMicros}
          hourlyMicros={cost.hourlyMicros}
          note={getCoverage(cost)}
        />
      )}
    </div>
  )
}

/** The specifications of the size, in their usual order. */
function describe(size: ComputeSize): string {
  const cores = size.cpu_cores === null ? 'Shared' : `${size.cpu_cores}-core`
  const kind = size.cpu_dedicated && size.cpu_cores !== null ? 'dedicated' : 'shared'
  const cpu = size.cpu_cores === null ? 'Shared CPU' : `${cores} ${kind} CPU`
  return `${cpu}, ${size.memory_gb} GB memory, ${size.connections_direct} direct and ${size.connections_pooler} pooled connections`
}
