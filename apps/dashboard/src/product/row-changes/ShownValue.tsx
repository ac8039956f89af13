import { clsx } from 'clsx'

/** A prefix of a value that identifies it; NULL and an empty text are distinguished. */
export function ShownValue({ value, isOld = false }: { value: string | null; isOld?: boolean }) {
  // A line through it would hide the signs of numbers and the dashes of dates.
  const appearance = clsx(
    'font-mono text-xs',
    isOld && 'rounded-control bg-bad-wash px-1 text-ink-soft',
  )
  if (value === null) return <i className={appearance}>NULL</i>
  if (value === '') return <i className={appearance}>empty string</i>
  return (
    <code className={appearance} title={value.length > 120 ? value.slice(0, 2000) : undefined}>
      {value.length > 120 ? `${value.slice(0, 120)}…` : value}
    </code>
  )
}
