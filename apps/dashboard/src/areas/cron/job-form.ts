import type { CronJob, CronJobBody, CronPreview } from '@basalt/contract/cron/cron'

import { readPairs, writePairs } from '../../product/pair-lines.ts'

/** Values of the form, as they are written. */
export type JobValues = {
  name: string
  schedule: string
  time_zone: string
  kind: 'sql' | 'http'
  command: string
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

export const initialValues = (job: CronJob | undefined, roles: readonly string[]): JobValues => ({
  name: job?.name ?? '',
  schedule: job?.schedule ?? '',
  time_zone: job?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  kind: job?.kind ?? 'sql',
  command: job?.command ?? '',
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
  kind: values.kind,
  command: values.kind === 'sql' ? values.command : '',
  request:
    values.kind === 'sql'
      ? null
      : {
          method: values.method as Request['method'],
          url: values.url,
          headers: readPairs(values.headers),
          ...(values.body !== '' && { body: values.body }),
        },
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
