import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'

/** The filter of the address: days as `2026-01-31`, or moments as ISO 8601 writes them. */
export type AuditFilter = {
  date_start: string | undefined
  date_end: string | undefined
  actor: string | undefined
  action: string | undefined
  project: string | undefined
  outcome: 'done' | 'refused' | 'failed' | undefined
}

export const readFilter = (query: UrlQuery): AuditFilter => ({
  date_start: readText(query, 'date_start'),
  date_end: readText(query, 'date_end'),
  actor: readText(query, 'actor'),
  action: readText(query, 'action'),
  project: readText(query, 'project'),
  outcome: readChoice(query, 'outcome', ['done', 'refused', 'failed']),
})

/** The query for the server: days start and end in the user's time zone. */
export function auditQuery(filter: AuditFilter): Partial<Record<keyof AuditFilter, string>> {
  const { date_start: start, date_end: end, ...rest } = filter
  const named = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '')
  const since = getMoment(start, 0)
  const until = getMoment(end, 1)
  return {
    ...Object.fromEntries(named),
    ...(since !== undefined && { date_start: since }),
    ...(until !== undefined && { date_end: until }),
  }
}

/** The day in the format of a date field; empty for an invalid one. */
export function getDay(text: string | undefined): string {
  if (text === undefined) return ''
  if (isDay(text)) return text
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/u.test(text)

/** The last day of a range is included: the range ends at the next one. */
function getMoment(text: string | undefined, daysLater: 0 | 1): string | undefined {
  if (text === undefined) return undefined
  if (!isDay(text)) return Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  const at = new Date(year, month - 1, day + daysLater)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
