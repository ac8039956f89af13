import type { CronPreview } from '@basalt/contract/cron/cron'
import { isAtFixedTimes, readSchedule } from '@basalt/cron'
import { describe } from '@basalt/cron/description'
import { CronTimes, isTimeZone } from '@basalt/cron/times'
import { readWords } from '@basalt/cron/words'

const shownTimes = 5

/** The schedule that a text asks for, with its next times; or the reason why there is none. */
export function previewSchedule(text: string, timeZone: string, now: Date): CronPreview {
  const written = text.trim()
  const direct = readSchedule(written)
  const words = 'schedule' in direct ? { schedule: written } : readText(written, direct.error)
  if ('error' in words) {
    // Letters are words, apart from the names of months and weekdays in five fields.
    const isPattern = written.split(/\s+/u).length === 5 && /[*\d]/u.test(written)
    return refused(isPattern && 'error' in direct ? direct.error : words.error)
  }
  const read = readSchedule(words.schedule)
  if ('error' in read) return refused(read.error)
  const found = {
    schedule: words.schedule,
    description: describe(read.schedule),
    is_fixed: isAtFixedTimes(read.schedule),
  }
  if (!isTimeZone(timeZone)) {
    return { ...found, next: [], error: `${timeZone} is not a time zone` }
  }
  const times = new CronTimes(read.schedule, timeZone)
  const next: string[] = []
  let at = times.next(now)
  while (at !== null && next.length < shownTimes) {
    next.push(at.toISOString())
    at = times.next(at)
  }
  return { ...found, next, error: null }
}

/** Numbers alone are no words: six fields, as other programs have them, mean another schedule. */
const readText = (written: string, error: string) =>
  written.split(/\s+/u).length >= 5 && !/\p{L}/u.test(written) ? { error } : readWords(written)

const refused = (error: string): CronPreview => ({
  schedule: null,
  description: '',
  is_fixed: false,
  next: [],
  error,
})
