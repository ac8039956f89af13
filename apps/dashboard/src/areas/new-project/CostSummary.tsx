import { formatMoney } from '../../lib/format/format-money.ts'
import { PriceTag } from '../../ui/PriceTag.tsx'
import type { ComputeCost } from './compute-cost.ts'

/** What part of the price the plan's compute credits cover, in a few words. */
export function getCoverage(cost: ComputeCost): string | undefined {
  const { monthlyMicros, creditMicros, coveredMicros } = cost
  if (monthlyMicros === 0 || creditMicros === 0) return undefined
  const credits = `${formatMoney(creditMicros)} of compute credits`
  if (coveredMicros === monthlyMicros) return `covered by ${credits}`
  if (coveredMicros === 0) return `the ${credits} go to other projects`
  return `less ${formatMoney(coveredMicros)} of compute credits`
}

/** What the project adds to the organization's bill, before it is created. */
export function CostSummary({ cost, planName }: { cost: ComputeCost; planName: string }) {
  const dueMicros = cost.monthlyMicros - cost.coveredMicros
  const isFree = cost.monthlyMicros === 0
  return (
    <section
      aria-label="What it costs"
      className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">What it costs</h2>
        <PriceTag
          monthlyMicros={dueMicros}
          note={dueMicros > 0 ? 'added to the bill' : undefined}
        />
      </div>
      {isFree ? (
        <p className="text-xs text-ink-soft">
          Its compute costs nothing. What it uses counts towards what the {planName} plan includes.
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
          Billed by the hour while the project runs; a paused project costs no compute.
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
