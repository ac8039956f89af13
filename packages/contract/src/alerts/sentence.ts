import type { AlertCondition } from './alerts.ts'

const plural = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

const gib = 1024 ** 3

function bytesText(bytes: number): string {
  return bytes >= gib
    ? `${Number((bytes / gib).toFixed(1))} GB`
    : `${Number((bytes / 1024 ** 2).toFixed(1))} MB`
}

const jobsText = (sources: readonly string[], count: number): string => {
  if (sources.length > 1) return count === 1 ? 'failed job or webhook' : 'failed jobs or webhooks'
  const noun = sources[0] === 'cron_logs' ? 'job' : 'webhook'
  return `failed ${noun}${count === 1 ? '' : 's'}`
}

type Words = {
  [Type in AlertCondition['type']]: (condition: Extract<AlertCondition, { type: Type }>) => string
}

const words: Words = {
  error_rate: ({ statuses, percent }) =>
    `${statuses === '5xx' ? 'API server errors' : 'API errors'} above ${percent} %`,
  postgres_errors: ({ count }) => `${plural(count, 'PostgreSQL error')} or more`,
  slow_statement: ({ milliseconds }) =>
    `A statement over ${milliseconds.toLocaleString('en-US')} ms`,
  disk_used: ({ percent }) => `Disk use above ${percent} %`,
  disk_free: ({ bytes }) => `Less than ${bytesText(bytes)} of free disk space`,
  connections: ({ percent }) => `Connections above ${percent} % of the limit`,
  failed_jobs: ({ sources, count }) =>
    `${count.toLocaleString('en-US')} ${jobsText(sources, count)} or more`,
  advisor_error: () => 'A new error of the advisors',
}

/** A condition in words: `API errors above 5 % within 5 minutes`. */
function describeCondition(condition: AlertCondition): string {
  // The words of a type take the conditions of this type.
  const describe = words[condition.type] as (one: AlertCondition) => string
  const within =
    'window_minutes' in condition ? ` within ${plural(condition.window_minutes, 'minute')}` : ''
  return describe(condition) + within
}

/** With the time for which it must hold: `…, for 5 minutes`. */
export const describeRule = (rule: { condition: AlertCondition; for_minutes: number }): string =>
  describeCondition(rule.condition) +
  (rule.for_minutes === 0 ? '' : `, for ${plural(rule.for_minutes, 'minute')}`)

const share = (value: number) => `${Number(value.toFixed(1))} %`

const measured: Record<AlertCondition['type'], (value: number) => string> = {
  error_rate: share,
  disk_used: share,
  connections: share,
  disk_free: (value) => `${bytesText(value)} free`,
  slow_statement: (value) =>
    value === 0 ? 'None' : `${Math.round(value).toLocaleString('en-US')} ms`,
  postgres_errors: (value) => plural(value, 'error'),
  advisor_error: (value) => plural(value, 'error'),
  failed_jobs: (value) => plural(value, 'failure'),
}

/** A measured value with its unit. */
export const describeValue = (
  { type }: Pick<AlertCondition, 'type'>,
  value: number | null,
): string => (value === null ? 'No data' : measured[type](value))
