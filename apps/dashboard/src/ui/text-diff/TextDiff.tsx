import { late } from '../late.tsx'
import { SkeletonRows } from '../Skeleton.tsx'

/** Two texts compared line by line. The library is fetched when the first one is shown. */
export const TextDiff = late(
  async () => (await import('./DiffRegion.tsx')).DiffRegion,
  <SkeletonRows rows={6} className="h-5" />,
)
