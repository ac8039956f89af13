import type { Field } from '../field.ts'
import { type CronSchedule, isAtFixedTimes, type Pattern, requiresBoth } from '../schedule.ts'
import { listed, months, weekdays } from './vocabulary.ts'

/** The schedule in English, for example `every day at 03:00`; without its time zone. */
export function describe(schedule: CronSchedule): string {
  if (schedule.kind === 'interval') {
    return schedule.seconds === 1 ? 'every second' : `every ${schedule.seconds} seconds`
  }
  const { fields } = schedule
  const days = daysText(fields)
  const times = timesText(schedule)
  const inMonths = isAll(fields.month, 12) ? '' : ` in ${listed(namesOf(fields.month, months, 1))}`
  return days === '' && inMonths === '' && isAtFixedTimes(schedule)
    ? `every day ${times}`
    : `${times}${days}${inMonths}`
}

function timesText(schedule: Extract<CronSchedule, { kind: 'pattern' }>): string {
  const { minute, hour } = schedule.fields
  const step = stepOf(minute, 60)
  if (isAll(hour, 24)) {
    if (step !== undefined) return step === 1 ? 'every minute' : `every ${step} minutes`
    if (minute.values.length === 1 && minute.values[0] === 0) return 'every hour'
    return `at ${counted('minute', minute)} past every hour`
  }
  const [only] = minute.values
  if (minute.values.length === 1 && only !== undefined) {
    const hours = stepOf(hour, 24)
    if (hours !== undefined && only === 0) return `every ${hours} hours`
    const most = 4
    if (hour.values.length <= most)
      return `at ${listed(hour.values.map((at) => clockText(at, only)))}`
  }
  return `at ${counted('minute', minute)} past ${counted('hour', hour)}`
}

function daysText(fields: Pattern): string {
  const isEvery = isAll(fields.day, 31) || isAll(fields.weekday, 7)
  if (isEvery && !requiresBoth(fields)) return ''
  const dates = datesText(fields.day)
  const names = isAll(fields.weekday, 7) ? '' : `on ${listed(namesOf(fields.weekday, weekdays, 0))}`
  if (dates === '' || names === '') return dates === '' && names === '' ? '' : ` ${dates}${names}`
  return requiresBoth(fields) ? ` ${dates} if it is ${names.slice(3)}` : ` ${dates} and ${names}`
}

function datesText(day: Field): string {
  if (isAll(day, 31)) return ''
  const last = day.hasLastDay ? ['the last day of the month'] : []
  if (day.values.length === 0) return `on ${listed(last)}`
  return `on ${listed([counted('day', day), ...last])}`
}

const isAll = ({ values }: Field, count: number): boolean => values.length === count

/** The step of a field that repeats evenly from 0; a step that does not divide it is a list. */
function stepOf({ values, isRepeated }: Field, size: number): number | undefined {
  const [first, second = size] = values
  if (!isRepeated || first !== 0 || size % second !== 0) return undefined
  return values.length === size / second && values.every((at, index) => at === index * second)
    ? second
    : undefined
}

const counted = (unit: string, { values }: Field): string =>
  `${unit}${values.length === 1 ? '' : 's'} ${listed(spans(values, String))}`

const namesOf = ({ values }: Field, names: readonly string[], first: number): string[] =>
  spans(values, (at) => capital(names[at - first] ?? ''))

/** Three or more values in a row are a range. */
function spans(values: readonly number[], name: (at: number) => string): string[] {
  const texts: string[] = []
  for (let at = 0; at < values.length;) {
    const from = values[at] ?? 0
    let end = at
    while (values[end + 1] === (values[end] ?? 0) + 1) end += 1
    const isRange = end - at >= 2
    texts.push(isRange ? `${name(from)} to ${name(values[end] ?? from)}` : name(from))
    at = isRange ? end + 1 : at + 1
  }
  return texts
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

const clockText = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
