import { PageBody } from '../../ui/PageHeader.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'

/** A page whose code or guard is loading. */
export function PageSkeleton() {
  return (
    <PageBody>
      <Skeleton className="h-7 w-48" />
      <SkeletonRows />
    </PageBody>
  )
}
