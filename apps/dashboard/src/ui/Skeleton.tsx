import { clsx } from 'clsx'

/** A grey stand-in of the final shape; give it a size with classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-shimmer rounded-control bg-line', className)} />
}

/** The skeleton of a list. */
export function SkeletonRows({
  rows = 6,
  className = 'h-12',
}: {
  rows?: number
  className?: string
}) {
  return (
    <output aria-label="Loading" className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className={className} />
      ))}
    </output>
  )
}
