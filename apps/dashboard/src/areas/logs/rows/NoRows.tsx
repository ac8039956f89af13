import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock, ListX, ScrollText } from 'lucide-react'

import { formatExact } from '../../../lib/format/format-time.ts'
import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { type EmptyReason, explainEmpty, type LogState } from '../model/log-gaps.ts'
import { isFiltered, withoutFilters } from '../model/log-view.ts'
import { countQuery } from '../state/queries.ts'
import type { LogPageState } from '../state/use-log-page.ts'
import { PlansLink, Retention } from './Retention.tsx'

type Props = { projectRef: string; page: LogPageState }

const aroundMs = 300_000

/** Says why a range has no row: each reason has another way on. */
export function NoRows({ projectRef, page }: Props) {
  const { view, gaps, state, unfilteredParams } = page
  const isNarrowed = isFiltered(view)
  const all = useQuery({ ...countQuery(projectRef, unfilteredParams), enabled: isNarrowed })
  if (state === undefined || (isNarrowed && all.isPending))
    return (
      <div className="p-4">
        <SkeletonRows rows={6} className="h-6" />
      </div>
    )
  const total = all.data?.total ?? 0
  const Reason = reasons[explainEmpty(gaps, total)]
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <Reason projectRef={projectRef} page={page} state={state} total={total} />
    </div>
  )
}

type ReasonProps = Props & {
  state: LogState
  /** Rows of the range without filters. */
  total: number
}

const reasons: Record<EmptyReason, (props: ReasonProps) => React.ReactNode> = {
  expired: ({ projectRef, state }) => (
    <EmptyState
      icon={Clock}
      title="These rows are not kept any more"
      action={<PlansLink projectRef={projectRef} />}
    >
      Rows are kept from {formatExact(state.kept_from)} on.{' '}
      <Retention projectRef={projectRef} state={state} />
    </EmptyState>
  ),
  filtered: ({ page, total }) => (
    <EmptyState
      icon={ListX}
      title="No row matches the filters"
      action={<Button onClick={() => page.change(withoutFilters)}>Clear filters</Button>}
    >
      This range has {plural(total, 'row')} without them.
    </EmptyState>
  ),
  waiting: ({ page }) => (
    <EmptyState
      icon={CircleAlert}
      title="No row is stored yet"
      action={<Button onClick={page.refresh}>Refresh</Button>}
    >
      Rows since {formatExact(page.gaps.waitingSince ?? '')} wait for the log store.
    </EmptyState>
  ),
  dropped: () => (
    <EmptyState icon={CircleAlert} title="No row was stored">
      Rows of this range were dropped, as the note above says.
    </EmptyState>
  ),
  nothing: NothingLogged,
}

function NothingLogged({ page, state: { newest_at: newest } }: ReasonProps) {
  const time = newest === null ? undefined : Date.parse(newest)
  const range = time !== undefined && {
    range: { kind: 'fixed', from: time - aroundMs, to: time + 1000 } as const,
  }
  return (
    <EmptyState
      icon={ScrollText}
      title="Nothing was logged in this range"
      action={range && <Button onClick={() => page.change(range)}>Show the newest rows</Button>}
    >
      {newest === null
        ? 'Requests to the API gateway and messages of the database appear here.'
        : `The newest row of this project is of ${formatExact(newest)}.`}
    </EmptyState>
  )
}
