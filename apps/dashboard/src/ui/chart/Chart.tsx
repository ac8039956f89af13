import { late } from '../late.tsx'
import { Skeleton } from '../Skeleton.tsx'

/** A chart of lines, areas, bars or dots. The library is fetched with the first one. */
export const Chart = late(
  async () => (await import('./ChartFigure.tsx')).ChartFigure,
  <Skeleton className="h-40" />,
)
