import type { AlertCondition, AlertRule, AlertValues } from '@basalt/contract/alerts/alerts'

import type { FieldErrors } from '../../lib/forms/field-errors.ts'

export type ConditionType = AlertCondition['type']

export const conditionTypes: readonly { value: ConditionType; label: string; note: string }[] = [
  { value: 'error_rate', label: 'API errors', note: 'The share of requests that fail' },
  { value: 'postgres_errors', label: 'PostgreSQL errors', note: 'Errors in the database’s log' },
  { value: 'slow_statement', label: 'Slow statement', note: 'A statement that takes too long' },
  { value: 'disk_used', label: 'Disk use', note: 'The share of the disk of the plan' },
  { value: 'disk_free', label: 'Free disk space', note: 'The space that is left on the disk' },
  { value: 'connections', label: 'Connections', note: 'The share of allowed connections' },
  { value: 'failed_jobs', label: 'Failed jobs', note: 'Cron jobs and webhooks that fail' },
  { value: 'advisor_error', label: 'Advisor error', note: 'A new error of the advisors' },
]

/** Texts, as they are typed. */
export type RuleForm = {
  name: string
  type: ConditionType
  statuses: '5xx' | '4xx_5xx'
  percent: string
  least_requests: string
  count: string
  milliseconds: string
  gigabytes: string
  hasJobs: boolean
  hasWebhooks: boolean
  window_minutes: string
  for_minutes: string
  repeat_minutes: string
  recipients: AlertValues['recipients']['type']
  user_ids: string[]
  webhook_url: string
}

const gib = 1024 ** 3

const newForm: RuleForm = {
  name: '',
  type: 'error_rate',
  statuses: '5xx',
  percent: '5',
  least_requests: '20',
  count: '1',
  milliseconds: '1000',
  gigabytes: '2',
  hasJobs: true,
  hasWebhooks: true,
  window_minutes: '5',
  for_minutes: '5',
  repeat_minutes: '',
  recipients: 'owners',
  user_ids: [],
  webhook_url: '',
}

/** Usual thresholds of a type. */
export const defaultsOf = (type: ConditionType): Partial<RuleForm> => ({
  type,
  percent: type === 'error_rate' ? '5' : '80',
  count: type === 'postgres_errors' ? '10' : '1',
})

export function getForm(rule?: AlertRule): RuleForm {
  if (rule === undefined) return newForm
  const { condition, recipients, repeat_minutes: repeat } = rule
  return {
    ...newForm,
    name: rule.name,
    for_minutes: String(rule.for_minutes),
    repeat_minutes: repeat === null ? '' : String(repeat),
    recipients: recipients.type,
    user_ids: recipients.type === 'members' ? recipients.user_ids : [],
    webhook_url: rule.webhook_url ?? '',
    ...formOf(condition),
  }
}

function formOf(condition: AlertCondition): Partial<RuleForm> {
  const { type } = condition
  return {
    type,
    ...('statuses' in condition && { statuses: condition.statuses }),
    ...('percent' in condition && { percent: String(condition.percent) }),
    ...('least_requests' in condition && { least_requests: String(condition.least_requests) }),
    ...('count' in condition && { count: String(condition.count) }),
    ...('milliseconds' in condition && { milliseconds: String(condition.milliseconds) }),
    ...('bytes' in condition && { gigabytes: String(condition.bytes / gib) }),
    ...('window_minutes' in condition && { window_minutes: String(condition.window_minutes) }),
    ...('sources' in condition && {
      hasJobs: condition.sources.includes('cron_logs'),
      hasWebhooks: condition.sources.includes('webhook_logs'),
    }),
  }
}

function getCondition(form: RuleForm): AlertCondition {
  const { type, statuses } = form
  const percent = Number(form.percent)
  const window = { window_minutes: Number(form.window_minutes) }
  switch (type) {
    case 'error_rate': {
      const least = { least_requests: Number(form.least_requests) }
      return { type, statuses, percent, ...least, ...window }
    }
    case 'postgres_errors':
      return { type, count: Number(form.count), ...window }
    case 'slow_statement':
      return { type, milliseconds: Number(form.milliseconds), ...window }
    case 'disk_free':
      return { type, bytes: Math.round(Number(form.gigabytes) * gib) }
    case 'failed_jobs':
      return { type, sources: listSources(form), count: Number(form.count), ...window }
    case 'advisor_error':
      return { type, ...window }
    case 'disk_used':
    case 'connections':
      break
  }
  return { type, percent }
}

const listSources = ({ hasJobs, hasWebhooks }: RuleForm) => [
  ...(hasJobs ? (['cron_logs'] as const) : []),
  ...(hasWebhooks ? (['webhook_logs'] as const) : []),
]

export function getBody(form: RuleForm): AlertValues {
  const { recipients: type, user_ids } = form
  return {
    name: form.name,
    condition: getCondition(form),
    for_minutes: Number(form.for_minutes),
    repeat_minutes: form.repeat_minutes === '' ? null : Number(form.repeat_minutes),
    recipients: type === 'members' ? { type, user_ids } : { type },
    webhook_url: form.webhook_url.trim() === '' ? null : form.webhook_url.trim(),
  }
}

/** Where the error of a value stands in the body. */
export const pathsInBody = {
  percent: 'condition.percent',
  least_requests: 'condition.least_requests',
  count: 'condition.count',
  milliseconds: 'condition.milliseconds',
  gigabytes: 'condition.bytes',
  window_minutes: 'condition.window_minutes',
  user_ids: 'recipients.user_ids',
} as const

const windowed: readonly ConditionType[] = [
  'error_rate',
  'postgres_errors',
  'slow_statement',
  'failed_jobs',
  'advisor_error',
]

export const hasWindow = (type: ConditionType): boolean => windowed.includes(type)

type NumberRule = { name: keyof typeof pathsInBody; least: number; most: number; isWhole: boolean }

const whole = (name: NumberRule['name'], least: number, most: number): NumberRule => ({
  name,
  least,
  most,
  isWhole: true,
})

const percentRule: NumberRule = { name: 'percent', least: 0, most: 100, isWhole: false }
const countRule = whole('count', 1, 1_000_000)

const rulesOf: Record<ConditionType, readonly NumberRule[]> = {
  error_rate: [percentRule, whole('least_requests', 1, 1_000_000)],
  postgres_errors: [countRule],
  slow_statement: [whole('milliseconds', 1, 86_400_000)],
  disk_used: [percentRule],
  disk_free: [{ name: 'gigabytes', least: 0.001, most: 1_000_000, isWhole: false }],
  connections: [percentRule],
  failed_jobs: [countRule],
  advisor_error: [],
}

export function checkForm(form: RuleForm): FieldErrors {
  const errors: FieldErrors = {}
  if (form.name.trim() === '') errors['name'] = 'Enter a name'
  const numbers = [
    ...rulesOf[form.type],
    ...(hasWindow(form.type) ? [whole('window_minutes', 1, 1440)] : []),
  ]
  for (const { name, ...rule } of numbers) {
    const problem = checkNumber(String(form[name]), rule)
    if (problem !== undefined) errors[pathsInBody[name]] = problem
  }
  const duration = checkNumber(form.for_minutes, { least: 0, most: 1440, isWhole: true })
  if (duration !== undefined) errors['for_minutes'] = duration
  if (form.type === 'failed_jobs' && listSources(form).length === 0) {
    errors['condition.sources'] = 'Choose jobs, webhooks or both'
  }
  if (form.recipients === 'members' && form.user_ids.length === 0) {
    errors['recipients.user_ids'] = 'Choose at least one member'
  }
  if (form.recipients === 'none' && form.webhook_url.trim() === '') {
    errors['webhook_url'] = 'Enter a URL, or choose who gets an email'
  }
  return errors
}

function checkNumber(text: string, rule: Omit<NumberRule, 'name'>): string | undefined {
  const { least, most, isWhole } = rule
  const value = Number(text)
  const isRight = text.trim() !== '' && value >= least && value <= most
  if (isRight && (!isWhole || Number.isInteger(value))) return undefined
  const range = `from ${least} to ${most.toLocaleString('en-US')}`
  return `Enter a ${isWhole ? 'whole number' : 'number'} ${range}`
}
