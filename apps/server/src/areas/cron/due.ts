import { type CronSchedule, readSchedule } from '@basalt/cron'
import { CronTimes, isTimeZone } from '@basalt/cron/times'

export type MissedPolicy = 'skip' | 'once' | 'each'

/** The part of a job that decides its slots. */
export type Timed = { schedule: string; timeZone: string; changedAt: Date; missed: MissedPolicy }

/** A time at which a job was due, and what happens to it. */
export type Slot = { at: Date; status: 'waiting' | 'skipped'; reason: string | null }

/** A slot that is found later than this was missed: no worker was there at its time. */
const graceMs = 60_000
/** Rows that a long absence makes for one job. */
const mostSlots = 1000

const known = new Map<string, CronTimes | null>()
const mostKnown = 5000

/** Null for a schedule or a time zone that cannot be read. */
export function timesOf({ schedule, timeZone }: Pick<Timed, 'schedule' | 'timeZone'>) {
  const key = `${timeZone} ${schedule}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= mostKnown) known.clear()
  const answer = readSchedule(schedule)
  const times =
    'schedule' in answer && isTimeZone(timeZone) ? openTimes(answer.schedule, timeZone) : null
  known.set(key, times)
  return times
}

const openTimes = (schedule: CronSchedule, timeZone: string) => new CronTimes(schedule, timeZone)

/** The slots of a job after `until` up to and including `now`, by its policy for missed ones. */
export function listSlots(job: Timed, until: Date, now: Date): Slot[] {
  const times = timesOf(job)
  if (times === null) return []
  const from = until > job.changedAt ? until : job.changedAt
  const slots = latestTimes(times, from, now)
  const missed = slots.filter((at) => now.getTime() - at.getTime() > graceMs)
  const last = missed.at(-1)
  return slots.map((at): Slot => {
    const isMissed = last !== undefined && at <= last
    if (!isMissed) return { at, status: 'waiting', reason: null }
    if (job.missed === 'each' || (job.missed === 'once' && at === last)) {
      return { at, status: 'waiting', reason: 'Caught up: nothing ran jobs at its time' }
    }
    const reason =
      job.missed === 'once'
        ? `Missed, and caught up by the run of ${last.toISOString()}`
        : 'Missed: nothing ran jobs at its time'
    return { at, status: 'skipped', reason }
  })
}

/** The latest ones, where there are too many. */
function latestTimes(times: CronTimes, from: Date, to: Date): Date[] {
  const slots = times.between(from, to, mostSlots)
  const [first] = slots
  const last = slots.at(-1)
  if (slots.length < mostSlots || first === undefined || last === undefined) return slots
  const gapMs = Math.ceil((last.getTime() - first.getTime()) / (mostSlots - 1))
  const start = new Date(Math.max(last.getTime(), to.getTime() - gapMs * mostSlots))
  return start > last ? times.between(start, to, mostSlots) : slots
}

/** The first time after `after` at which any of the jobs is due. */
export function nextDue(jobs: readonly Pick<Timed, 'schedule' | 'timeZone'>[], after: Date) {
  let least: Date | null = null
  for (const job of jobs) {
    const next = timesOf(job)?.next(after) ?? null
    if (next !== null && (least === null || next < least)) least = next
  }
  return least
}
