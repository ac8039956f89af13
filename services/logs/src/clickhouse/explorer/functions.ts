import { quoteText } from './quoting.ts'
import { plain, toNumber, type Value } from './values.ts'

type Make = (args: readonly Value[]) => Value | null

const sqlOf = (args: readonly Value[]) => args.map(({ sql }) => sql).join(', ')

/** The same arguments under ClickHouse's name. */
const renamed =
  (name: string, type: Value['type']): Make =>
  (args) =>
    plain(`${name}(${sqlOf(args)})`, type)

const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']

/** The unit of `date_trunc` must be written as a text, because ClickHouse needs it to plan. */
function truncated(unit: Value | undefined, at: Value | undefined): Value | null {
  const word = /^'([a-z]+)'$/iu.exec(unit?.sql ?? '')?.[1]?.toLowerCase() ?? ''
  if (!units.includes(word) || at === undefined) return null
  const start = `dateTrunc(${quoteText(word)}, ${at.sql}, 'UTC')`
  return plain(`toDateTime64(${start}, 3, 'UTC')`, 'time')
}

const inUnits: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

const milliseconds = ({ sql }: Value) => `toUnixTimestamp64Milli(toDateTime64(${sql}, 3, 'UTC'))`

function difference([later, earlier, unit]: readonly Value[]): Value | null {
  const length = inUnits[/^'([a-z]+)'$/iu.exec(unit?.sql ?? '')?.[1]?.toLowerCase() ?? '']
  if (later === undefined || earlier === undefined || length === undefined) return null
  return plain(`intDiv(${milliseconds(later)} - ${milliseconds(earlier)}, ${length})`, 'number')
}

const infix =
  (operator: string, type: Value['type']): Make =>
  ([one, other]) =>
    one === undefined || other === undefined
      ? null
      : plain(`(${one.sql} ${operator} ${other.sql})`, type)

const same = (names: readonly string[], type: Value['type']): Record<string, Make> =>
  Object.fromEntries(names.map((name) => [name, renamed(name, type)]))

export const functions: Readonly<Record<string, Make>> = {
  ...same(
    ['abs', 'ceil', 'floor', 'round', 'sqrt', 'exp', 'ln', 'log10', 'power', 'sign'],
    'number',
  ),
  ...same(['lower', 'upper', 'concat', 'replace', 'reverse', 'left', 'right'], 'text'),
  ...same(['max', 'min'], 'unknown'),
  ...same(['avg', 'row_number', 'rank', 'dense_rank'], 'number'),
  length: renamed('lengthUTF8', 'number'),
  char_length: renamed('lengthUTF8', 'number'),
  substring: renamed('substringUTF8', 'text'),
  substr: renamed('substringUTF8', 'text'),
  btrim: renamed('trimBoth', 'text'),
  ltrim: renamed('trimLeft', 'text'),
  rtrim: renamed('trimRight', 'text'),
  md5: ([text]) => (text === undefined ? null : plain(`lower(hex(MD5(${text.sql})))`, 'text')),
  split_part: ([text, separator, number]) =>
    text === undefined || separator === undefined || number === undefined
      ? null
      : plain(`splitByString(${separator.sql}, assumeNotNull(${text.sql}))[${number.sql}]`, 'text'),
  strpos: renamed('positionUTF8', 'number'),
  starts_with: renamed('startsWith', 'boolean'),
  regexp_replace: renamed('replaceRegexpOne', 'text'),
  regexp_contains: renamed('match', 'boolean'),
  regexp_like: renamed('match', 'boolean'),
  regexp_extract: ([text, pattern]) =>
    text === undefined || pattern === undefined
      ? null
      : plain(`nullIf(extract(${text.sql}, ${pattern.sql}), '')`, 'text'),
  ifnull: renamed('coalesce', 'unknown'),
  now: () => plain("now64(3, 'UTC')", 'time'),
  date_trunc: ([unit, at]) => truncated(unit, at),
  timestamp_trunc: ([at, unit]) => truncated(unit, at),
  datetime_trunc: ([at, unit]) => truncated(unit, at),
  timestamp_sub: infix('-', 'time'),
  timestamp_add: infix('+', 'time'),
  timestamp_diff: difference,
  to_timestamp: ([seconds]) =>
    seconds === undefined
      ? null
      : plain(`fromUnixTimestamp64Milli(toInt64(${seconds.sql} * 1000), 'UTC')`, 'time'),
  sum: ([value]) => (value === undefined ? null : plain(`sum(${value.sql})`, 'number')),
  count: (args) => plain(`count(${sqlOf(args)})`, 'number'),
  countif: ([condition]) =>
    condition === undefined ? null : plain(`countIf(${condition.sql})`, 'number'),
  string_agg: ([text, separator]) =>
    text === undefined || separator === undefined
      ? null
      : plain(`arrayStringConcat(groupArray(${text.sql}), ${separator.sql})`, 'text'),
  array_agg: renamed('groupArray', 'unknown'),
  any_value: renamed('any', 'unknown'),
}

/** Values in an order, by `within group (order by …)`. */
export const ordered: Readonly<Record<string, (share: string, value: string) => Value>> = {
  percentile_cont: (share, value) =>
    plain(`quantileExactInclusive(${share})(toFloat64(${value}))`, 'number'),
  percentile_disc: (share, value) => plain(`quantileExactLow(${share})(${value})`, 'unknown'),
}

const casts: Readonly<Record<string, (sql: string) => Value>> = {
  text: (sql) => plain(`toString(${sql})`, 'text'),
  number: (sql) => plain(toNumber(sql), 'number'),
  integer: (sql) => plain(`toInt64(round(${toNumber(sql)}))`, 'number'),
  float: (sql) => plain(`toFloat64OrNull(toString(${sql}))`, 'number'),
  time: (sql) => plain(`parseDateTime64BestEffortOrNull(toString(${sql}), 3, 'UTC')`, 'time'),
  date: (sql) => plain(`toDate(${sql})`, 'unknown'),
}

const typeKinds: Readonly<Record<string, string>> = {
  text: 'text',
  varchar: 'text',
  string: 'text',
  bpchar: 'text',
  numeric: 'number',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  int64: 'integer',
  float4: 'float',
  float8: 'float',
  float64: 'float',
  timestamptz: 'time',
  timestamp: 'time',
  datetime: 'time',
  date: 'date',
}

/** Null for a type that ClickHouse has no equal of. */
export function castTo(type: string, { sql, type: from }: Value): Value | null {
  const kind = typeKinds[type] ?? ''
  // A time is one already, with its fraction and zone.
  if (kind === 'time' && from === 'time') return plain(sql, 'time')
  return casts[kind]?.(sql) ?? null
}

const interval = /^\s*(\d{1,9})\s*(second|minute|hour|day|week|month|year)s?\s*$/iu

/** `1 hour`; null for lengths of several units. */
export function intervalOf(text: string): Value | null {
  const [, number, unit = ''] = interval.exec(text) ?? []
  if (number === undefined) return null
  return plain(
    `toInterval${unit.charAt(0).toUpperCase()}${unit.slice(1).toLowerCase()}(${number})`,
    'interval',
  )
}
