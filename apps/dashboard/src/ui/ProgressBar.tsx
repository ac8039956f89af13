import { clsx } from 'clsx'

type Props = {
  /** The counted quantity, for screen readers. */
  label: string
  value: number
  /** Null while the total is unknown. */
  max: number | null
  className?: string
}

/** The progress of a task. */
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
