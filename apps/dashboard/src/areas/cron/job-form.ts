import type { CronJob, CronJobBody, CronPreview } from '@basalt/contract/cron/cron'

import { readPairs, writePairs } from '../../product/pair-lines.ts'

/** Values of the form, as they are written. */
export type JobValues = {
  name: string
  schedule: string
  time_zone: string
  kind: 'sql' | 'function' | 'http'
  command: string
  /** A call without arguments: `select reports.refresh()`. */
  call: string
  method: string
  url: string
  headers: string
  body: string
  username: string
  timeout: string
  overlap: string
  missed: string
  retries: string
  alerts: boolean
}

const callText =
  /^(?:select|call) (?:(?:[a-z_][\w$]*|"(?:[^"]|"")+")\.)?(?:[a-z_][\w$]*|"(?:[^"]|"")+")\(\);?$/u

/** Whether SQL is no more than the call of a function, and so can be chosen from a list. */
export const isCall = (command: string): boolean => callText.test(command.trim())

const readKind = (job: CronJob | undefined): JobValues['kind'] => {
  if (job === undefined || job.kind === 'http') return job?.kind ?? 'sql'
  return isCall(job.command) ? 'function' : 'sql'
}

export const initialValues = (job: CronJob | undefined, roles: readonly string[]): JobValues => ({
  name: job?.name ?? '',
  schedule: job?.schedule ?? '',
  time_zone: job?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  kind: readKind(job),
  command: job?.command ?? '',
  call: job !== undefined && isCall(job.command) ? job.command : '',
  method: job?.request?.method ?? 'POST',
  url: job?.request?.url ?? '',
  headers: writePairs(job?.request?.headers ?? {}),
  body: job?.request?.body ?? '',
  username: job?.username ?? roles[0] ?? 'postgres',
  timeout: String((job?.timeout_ms ?? 3_600_000) / 1000),
  overlap: job?.overlap ?? 'skip',
  missed: job?.missed ?? 'skip',
  retries: String(job?.retries ?? 0),
  alerts: job?.alerts ?? false,
})

type Request = NonNullable<CronJobBody['request']>

/** The selects have the values of the schema only. */
export const getBody = (values: JobValues, isActive: boolean): CronJobBody => ({
  name: values.name,
  schedule: values.schedule,
  time_zone: values.time_zone,
  kind: values.kind === 'http' ? 'http' : 'sql',
  command: { sql: values.command, function: values.call, http: '' }[values.kind],
  request:
    values.kind === 'http'
      ? {
          method: values.method as Request['method'],
          url: values.url,
          headers: readPairs(values.headers),
          ...(values.body !== '' && { body: values.body }),
        }
      : null,
  username: values.username,
  is_active: isActive,
  timeout_ms: Math.round(Number(values.timeout) * 1000),
  overlap: values.overlap as CronJobBody['overlap'],
  missed: values.missed as CronJobBody['missed'],
  retries: Number(values.retries),
  alerts: values.alerts,
})

/** Words are stored as the schedule that they mean. */
export const withSchedule = (body: CronJobBody, { schedule }: CronPreview): CronJobBody => ({
  ...body,
  schedule: schedule ?? body.schedule,
})
