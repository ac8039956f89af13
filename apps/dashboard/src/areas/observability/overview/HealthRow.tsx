import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import {
  type Figure,
  listRequestFigures,
  listResourceFigures,
  type Resources,
} from '../metrics/health.ts'
import type { Requests } from '../metrics/request-charts.ts'

type Props = {
  /** Null where they cannot be read. */
  resources: Resources | null | undefined
  requests: Requests | null | undefined
}

/** The last values of the cluster, and the sums of the requests. */
export function HealthRow({ resources, requests }: Props) {
  if (resources === undefined && requests === undefined) return <Skeleton className="h-24" />
  const figures = [
    ...(requests ? listRequestFigures(requests) : []),
    ...(resources ? listResourceFigures(resources) : []),
  ]
  if (figures.length === 0) return null
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <dl aria-label="Health" className="grid grid-cols-2 gap-x-6 gap-y-4 tablet:grid-cols-4">
        {figures.map((figure) => (
          <HealthFigure key={figure.name} {...figure} />
        ))}
      </dl>
      <p className="text-xs text-ink-faint">
        API figures are of the whole range, the others are the latest.
      </p>
    </div>
  )
}

const HealthFigure = ({ name, value, note, tone, word }: Figure) => (
  <div className="flex min-w-0 flex-col">
    <dt className="text-xs text-ink-faint">{name}</dt>
    <dd className="tabular text-base">{value}</dd>
    {tone !== undefined && word !== undefined && (
      <dd className="text-xs">
        <Status tone={tone}>{word}</Status>
      </dd>
    )}
    {note !== undefined && <dd className="text-xs text-ink-faint">{note}</dd>}
  </div>
)
