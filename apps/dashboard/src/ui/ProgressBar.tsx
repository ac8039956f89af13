import { clsx } from 'clsx'

type Props = {
  /** What is counted, for screen readers. */
  label: string
  value: number
  /** Null while nobody knows how much there will be. */
  max: number | null
  className?: string
}

/** How far something is. */
export function ProgressBar({ label, value, max, className }: Props) {
  return (
    <progress
      aria-label={label}
      className={clsx(
        'h-1.5 appearance-none overflow-hidden rounded-full border-0 bg-line',
        '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent',
        max === null
          ? 'animate-pulse motion-reduce:animate-none [&::-webkit-progress-bar]:bg-accent'
          : '[&::-webkit-progress-bar]:bg-line',
        className,
      )}
      {...(max !== null && { max: Math.max(max, 1), value })}
    />
  )
}
