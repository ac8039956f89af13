import { billing, type SpendCap } from '@basalt/contract/billing/billing'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { parseDollars } from '../../lib/format/dollars.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { checkFields } from '../../lib/forms/field-errors.ts'
import { DollarField } from '../../ui/DollarField.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { simulationQuery } from './queries.ts'
import { SpendCourse } from './SpendCourse.tsx'
import { SpendLimits } from './SpendLimits.tsx'

type Props = {
  slug: string
  saved: SpendCap
  amount: string
  onAmount: (text: string) => void
}

const debounceMs = 300

/** "What happens at $30": each step with its amount and day, for any cap. Changes nothing. */
export function SpendSimulator({ slug, saved, amount, onAmount }: Props) {
  const typed = useDebounced(amount, debounceMs)
  const problem = getProblem(amount)
  const micros = getProblem(typed) === undefined ? (parseDollars(typed) ?? 0) : undefined
  const isSaved = micros === saved.cap_micros
  const { data, error, isFetching, refetch } = useQuery({
    ...simulationQuery(slug, micros ?? 0),
    enabled: micros !== undefined && !isSaved,
    placeholderData: keepPreviousData,
  })
  const shown = isSaved ? saved : data
  const cap = shown?.cap_micros ?? null

  return (
    <div className="flex flex-col gap-3 border-t border-line py-4">
      <div className="flex flex-wrap items-end justify-between gap-3 px-4">
        <div className="w-44">
          <DollarField label="Effects at" value={amount} error={problem} onChange={onAmount} />
        </div>
        <output className="text-xs text-ink-soft">
          {shown !== undefined && problem === undefined && summarize(shown, isSaved)}
        </output>
      </div>
      {error !== null && !isSaved && (
        <div className="px-4">
          <ErrorPanel
            title="Could not calculate the effects"
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {shown === undefined && error === null && (
        <div className="px-4">
          <SkeletonRows rows={7} className="h-8" />
        </div>
      )}
      {shown !== undefined && cap !== null && (error === null || isSaved) && (
        <div aria-busy={isFetching} className="flex flex-col gap-3">
          <SpendCourse cap={shown} />
          <SpendLimits steps={shown.steps} caption={`Effects at ${formatMoney(cap)}`} />
        </div>
      )}
    </div>
  )
}

/** The same limits as those of the cap itself. */
function getProblem(text: string): string | undefined {
  const micros = parseDollars(text)
  if (micros === undefined) return 'Enter an amount in dollars, such as 30'
  return checkFields(billing.setSpendCap, { cap_micros: micros })['cap_micros']
}

function summarize({ steps }: SpendCap, isSaved: boolean): string {
  const stopping = steps.filter(({ effect }) => effect !== null)
  const isStopped = stopping.some(({ is_reached: isReached }) => isReached)
  const willStop = stopping.some(({ expected_at: at }) => at !== null)
  if (isSaved) {
    if (isStopped) return 'Your spend cap: some features have already stopped.'
    return `Your spend cap: ${willStop ? 'some' : 'no'} features will stop in this period.`
  }
  if (isStopped) return 'Simulation: some features would stop immediately.'
  return `Simulation: ${willStop ? 'some' : 'no'} features would stop in this period.`
}
