import {
  type LogFilterParam,
  logFilterFields,
  type LogRowEntry,
  type LogSourceName,
  logSourceNames,
} from '@basalt/contract/logs/logs'

export type FilterField = LogFilterParam['field']

const maxValues = 50
const maxLength = 2000
/** Texts of the database never have it. */
const nul = '\0'

/**
 * Filters as parameters of the URL: `status=5xx,404` and `not_path=/health`. Commas and percent
 * signs inside values are encoded.
 */
export function parseFilters(query: Readonly<Record<string, string>>): LogFilterParam[] {
  return logFilterFields.flatMap((field): LogFilterParam[] => {
    const included = splitValues(query[field])
    const excluded = splitValues(query[`not_${field}`])
    return [
      ...(included.length > 0 ? [{ field, values: included }] : []),
      ...(excluded.length > 0 ? [{ field, values: excluded, excludes: true }] : []),
    ]
  })
}

export function formatFilters(
  filters: readonly LogFilterParam[],
): Record<string, string | undefined> {
  const params: Record<string, string | undefined> = {}
  for (const field of logFilterFields) {
    params[field] = joinValues(listValues(filters, field, false))
    params[`not_${field}`] = joinValues(listValues(filters, field, true))
  }
  return params
}

/** Without filters that the server refuses: too many values, or too long ones. */
function splitValues(text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  const values = text
    .split(',')
    .map((part) => part.replaceAll('%2C', ',').replaceAll('%25', '%'))
    .filter((value) => value !== '' && value.length <= maxLength && !value.includes(nul))
  return [...new Set(values)].slice(0, maxValues)
}

const joinValues = (values: readonly string[]): string | undefined =>
  values.length === 0
    ? undefined
    : values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

export const listValues = (
  filters: readonly LogFilterParam[],
  field: FilterField,
  isExcluded: boolean,
): readonly string[] =>
  filters.find((one) => one.field === field && (one.excludes ?? false) === isExcluded)?.values ?? []

type Toggle = { field: FilterField; value: string; isExcluded: boolean }

/** With the value included or excluded, or without it if it was so before. */
export function toggleValue(
  filters: readonly LogFilterParam[],
  { field, value, isExcluded }: Toggle,
): LogFilterParam[] {
  const wasSet = listValues(filters, field, isExcluded).includes(value)
  const without = filters
    .map((one) =>
      one.field === field ? { ...one, values: one.values.filter((each) => each !== value) } : one,
    )
    .filter(({ values }) => values.length > 0)
  if (wasSet) return without
  const values = [...listValues(without, field, isExcluded), value]
  const rest = without.filter(
    (one) => one.field !== field || (one.excludes ?? false) !== isExcluded,
  )
  return [...rest, { field, values, ...(isExcluded && { excludes: true }) }]
}

/** The value of a row by which it can be filtered. */
export function getFilterValue(row: LogRowEntry, field: FilterField): string | undefined {
  const value = row[field]
  return value === null || value === '' ? undefined : String(value)
}

/** Excluding a source shows the others. */
export function toggleSource(
  sources: readonly LogSourceName[] | undefined,
  source: LogSourceName,
  isExcluded: boolean,
): readonly LogSourceName[] | undefined {
  const before = sources ?? []
  const isPresent = before.includes(source)
  if (isExcluded) return keepSome((sources ?? logSourceNames).filter((name) => name !== source))
  return keepSome(isPresent ? before.filter((name) => name !== source) : [...before, source])
}

const keepSome = (names: readonly LogSourceName[]) => (names.length === 0 ? undefined : names)
