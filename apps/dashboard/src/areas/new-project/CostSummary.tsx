import { formatMoney } from '../../lib/format/format-money.ts'
import { PriceTag } from '../../ui/PriceTag.tsx'
import type { ComputeCost } from './compute-cost.ts'

/** The part of the price that the plan's compute credits cover, in a few words. */
export function getCoverage(cost: ComputeCost): string | undefined {
  const { monthlyMicros, creditMicros, coveredMicros } = cost
  if (monthlyMicros === 0 || creditMicros === 0) return undefined
  const credits = `${formatMoney(creditMicros)} of compute credits`
  if (coveredMicros === monthlyMicros) return `covered by ${credits}`
  if (coveredMicros === 0) return `the ${credits} are used by other projects`
  return `minus ${formatMoney(coveredMicros)} of compute credits`
}

/** The costs that the project adds to the organization's bill. */
export function CostSummary({ cost, planName }: { cost: ComputeCost; planName: string }) {
  const dueMicros = cost.monthlyMicros - cost.coveredMicros
  const isFree = cost.monthlyMicros === 0
  return (
    <section
      aria-label="Cost"
      className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">Cost</h2>
        <PriceTag
          monthlyMicros={dueMicros}
          note={dueMicros > 0 ? 'added to the bill' : undefined}
        />
      </div>
      {isFree ? (
        <p className="text-xs text-ink-soft">
          Compute is free. Usage counts toward the quota of the {planName} plan.
        </p>
      ) : (
        <dl className="tabular grid grid-cols-[1fr_auto] gap-y-1 text-xs">
          <Line name="Compute, per month" micros={cost.monthlyMicros} />
          {cost.coveredMicros > 0 && (
            <Line name="Compute credits of the plan" micros={-cost.coveredMicros} />
          )}
          <dt className="border-t border-line pt-1 font-medium">Added each month</dt>
          <dd className="border-t border-line pt-1 pl-4 text-right font-medium">
            {formatMoney(dueMicros)}
          </dd>
        </dl>
      )}
      {!isFree && (
        <p className="text-xs text-ink-faint">
          Billed by the hour while the project runs. Paused projects have no compute cost.
        </p>
      )}
    </section>
  )
}

const Line = ({ name, micros }: { name: string; micros: number }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd className="pl-4 text-right">{formatMoney(micros)}</dd>
  </>
)
