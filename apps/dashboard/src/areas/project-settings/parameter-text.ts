import type { DatabaseParameter } from '@basalt/contract/database/parameters'

/** `4096 kB`, or `Off` for a timeout of zero. */
export function describeDefault({
  name,
  default_value: value,
  unit,
}: Pick<DatabaseParameter, 'name' | 'default_value' | 'unit'>): string {
  if (value === '') return 'None'
  if (value === '0' && name.endsWith('_timeout')) return 'Off (0)'
  return unit === null ? value : `${value} ${unit}`
}

/** `0 to 2147483647 ms`, `on, off`, or nothing for texts. */
export function describeBounds({ kind, min, max, unit, options }: DatabaseParameter): string {
  if (kind === 'bool') return 'on, off'
  if (options.length > 0) return options.join(', ')
  if (min === null || max === null) return ''
  return `${min} to ${max}${unit === null ? '' : ` ${unit}`}`
}
