import { Cron } from 'croner'

import type { Field } from './field.ts'
import { type CronSchedule, requiresBoth } from './schedule.ts'

/** Whether `Intl` knows the time zone, for example `Europe/Zurich`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** No time is due after `after` and before `next`. */
type Gap = { after: Date; next: Date | null }

/** Computes the times of one schedule in one time zone. */
export class CronTimes {
  readonly #next: (after: Date) => Date | null
  /**
   * The latest answers: many jobs share a schedule, and each look at them asks for the same two
   * times. A time takes croner a tenth of a millisecond.
   */
  #gaps: readonly Gap[] = []

  constructor(schedule: CronSchedule, timeZone: string) {
    if (schedule.kind === 'interval') {
      const step = schedule.seconds * 1000
      this.#next = (after) => new Date((Math.floor(after.getTime() / step) + 1) * step)
      return
    }
    const cron = new Cron(toCroner(schedule), {
      timezone: timeZone,
      mode: '5-part',
      // Fixed times run once on both days on which clocks change.
      fixedTimeRule: 'no-wildcard',
      domAndDow: requiresBoth(schedule.fields),
      paused: true,
    })
    this.#next = (after) => cron.nextRun(after)
  }

  /** The first time after the given one; null where there is none. */
  next(after: Date): Date | null {
    const known = this.#gaps.find((gap) => isWithin(gap, after))
    if (known !== undefined) return known.next && new Date(known.next)
    const next = this.#next(after)
    this.#gaps = [{ after, next }, ...this.#gaps.slice(0, 1)]
    return next
  }

  /** Times after `from` up to and including `to`, in order; at most `most` of them. */
  between(from: Date, to: Date, most: number): Date[] {
    const times: Date[] = []
    let at = this.next(from)
    while (at !== null && at <= to && times.length < most) {
      times.push(at)
      at = this.next(at)
    }
    return times
  }
}

const isWithin = ({ after, next }: Gap, time: Date): boolean =>
  after <= time && (next === null || time < next)

function toCroner({ fields }: Extract<CronSchedule, { kind: 'pattern' }>): string {
  const { minute, hour, day, month, weekday } = fields
  return [
    clockText(minute, 59),
    clockText(hour, 23),
    dayText(day),
    dateText(month, 12),
    dateText(weekday, 7),
  ].join(' ')
}

/** A step keeps its sign, by which croner tells fixed times from intervals. */
function clockText({ values, isRepeated }: Field, most: number): string {
  if (!isRepeated) return values.join(',')
  return values.length === most + 1 ? '*' : `${values.join(',')},${values[0]}-${values[0]}/1`
}

/** A list of all values is not a star: the other field of days is then not needed. */
const dateText = ({ values, hasStar }: Field, count: number): string =>
  hasStar && values.length === count ? '*' : values.join(',')

function dayText(day: Field): string {
  const days = dateText(day, 31)
  if (!day.hasLastDay) return days
  return days === '' ? 'L' : `${days},L`
}
