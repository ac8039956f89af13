import { type Field, FieldError, readField } from './field.ts'

/** The five fields of a pattern. */
export type Pattern = {
  minute: Field
  hour: Field
  day: Field
  month: Field
  weekday: Field
}

/**
 * `interval`: at every multiple of the seconds since 1970. `pattern`: at the minutes that five
 * fields name, in the time zone of the job.
 */
export type CronSchedule =
  | { kind: 'interval'; seconds: number }
  | { kind: 'pattern'; fields: Pattern }

export type ReadSchedule = { schedule: CronSchedule } | { error: string }

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** The longest of February is 29 days: the 30th never comes. */
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Reads the schedules of pg_cron: five fields, `30 seconds`, or a nickname such as `@daily`. */
export function readSchedule(text: string): ReadSchedule {
  const written = text.trim()
  const [, count] = /^(\d+) *seconds?$/iu.exec(written) ?? []
  if (count !== undefined) return readInterval(Number(count))
  if (/^@reboot$/iu.test(written)) {
    return { error: '@reboot is not a time. Use a schedule such as @hourly' }
  }
  const fields = (nicknames[written.toLowerCase()] ?? written).split(/\s+/u)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  if (fields.length !== 5 || minute === '') {
    return {
      error:
        'A schedule has five fields (minute, hour, day of the month, month, weekday), or is an interval such as 30 seconds',
    }
  }
  try {
    return checkPossible({
      minute: readField('minute', minute),
      hour: readField('hour', hour),
      day: readField('day of the month', day),
      month: readField('month', month),
      weekday: readField('weekday', weekday),
    })
  } catch (error) {
    if (error instanceof FieldError) return { error: error.message }
    throw error
  }
}

/** pg_cron takes 1 to 59 seconds. */
const readInterval = (seconds: number): ReadSchedule =>
  seconds >= 1 && seconds <= 59
    ? { schedule: { kind: 'interval', seconds } }
    : { error: `An interval has 1 to 59 seconds. Use a pattern such as */5 * * * * for minutes` }

function checkPossible(fields: Pattern): ReadSchedule {
  const { day, month } = fields
  const isPossible =
    day.hasLastDay ||
    !needsDay(fields) ||
    month.values.some((at) => day.values.some((date) => date <= (daysOfMonth[at - 1] ?? 0)))
  return isPossible
    ? { schedule: { kind: 'pattern', fields } }
    : { error: 'The schedule never runs: none of its months has that day' }
}

/** Whether no weekday can stand in for the day of the month. */
const needsDay = (fields: Pattern): boolean => requiresBoth(fields) || fields.weekday.hasStar

/**
 * Cron's rule for days: the day of the month and the weekday have to fit if one of the two fields
 * begins with `*`; otherwise one of them is enough.
 */
export const requiresBoth = ({ day, weekday }: Pattern): boolean => day.hasStar || weekday.hasStar

/**
 * A job at fixed times runs once for each of them when clocks change; one with a wildcard or a
 * step in its minute or hour runs as regularly as time passes.
 */
export const isAtFixedTimes = (schedule: CronSchedule): boolean =>
  schedule.kind === 'pattern' &&
  !schedule.fields.minute.isRepeated &&
  !schedule.fields.hour.isRepeated
