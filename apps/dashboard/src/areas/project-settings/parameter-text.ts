import type { DatabaseParameter } from '@basalt/contract/database/parameters'

/** `0 ms (off)`, `4096 kB`. */
export const describeDefault = ({
  default_value: value,
  unit,
}: Pick<DatabaseParameter, 'default_value' | 'unit'>): string =>
  value === '' ? 'None' : unit === null ? value : `${value} ${unit}`

/** `0 to 2147483647 ms`, `on, off`, or nothing for texts. */
export function describeBounds({ kind, min, max, unit, options }: DatabaseParameter): string {
  if (kind === 'bool') return 'on, off'
  if (options.length > 0) return options.join(', ')
  if (min === null || max === null) return ''
  return `${min} to ${max}${unit === null ? '' : ` ${unit}`}`
}
