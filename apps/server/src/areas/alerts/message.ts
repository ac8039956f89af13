import type { AlertEvent } from '@basalt/contract/alerts/alerts'
import { describeRule, describeValue } from '@basalt/contract/alerts/sentence'
import type { LogSource } from '@basalt/logs'

import type { StoredRule } from './alert-store.ts'

export type AlertNotice = {
  rule: Pick<StoredRule, 'id' | 'name' | 'ref' | 'project_name' | 'condition' | 'for_minutes'>
  kind: AlertEvent['kind'] | 'test'
  at: Date
  value: number | null
  window: { from: Date; to: Date }
  publicUrl: string
}

const headings: Record<AlertNotice['kind'], string> = {
  fired: 'Alert',
  repeated: 'Still firing',
  resolved: 'Resolved',
  test: 'Test',
}

const sourcesOf = ({ condition }: AlertNotice['rule']): readonly LogSource[] => {
  if (condition.type === 'error_rate') return ['edge_logs']
  if (condition.type === 'failed_jobs') return condition.sources
  return ['postgres_logs']
}

/** The page that explains an event: logs of its window, the advisors, or the resource usage. */
function explanationUrl({ rule, window, publicUrl }: AlertNotice): string {
  const project = `${publicUrl}/project/${rule.ref}`
  if (rule.condition.type === 'advisor_error') return `${project}/advisors/security`
  const from = window.from.toISOString()
  const to = window.to.toISOString()
  const range = new URLSearchParams({ from, to })
  if (!('window_minutes' in rule.condition)) return `${project}/observability?${range.toString()}`
  range.set('sources', sourcesOf(rule).join(','))
  return `${project}/logs?${range.toString()}`
}

export function writeMail(notice: AlertNotice): { subject: string; text: string } {
  const { rule, kind, at, value } = notice
  const sentence = describeRule(rule)
  const state = {
    fired: `This rule fires: ${sentence}.`,
    repeated: `This rule still fires: ${sentence}.`,
    resolved: `This rule no longer fires: ${sentence}.`,
    test: `This is a test of the rule: ${sentence}.`,
  }[kind]
  return {
    subject: `${headings[kind]}: ${rule.name} (${rule.project_name})`,
    text: [
      state,
      ...(kind === 'test' ? [] : [`Measured: ${describeValue(rule.condition, value)}`]),
      `Project: ${rule.project_name} (${rule.ref})\nTime: ${at.toISOString()}`,
      `Details: ${explanationUrl(notice)}\nRule: ${notice.publicUrl}/project/${rule.ref}/observability/alerts?rule=${rule.id}`,
    ].join('\n\n'),
  }
}

export function writeWebhook(notice: AlertNotice): object {
  const { rule, kind, at, value, window } = notice
  return {
    type: `alert.${kind}`,
    timestamp: at.toISOString(),
    data: {
      project: { ref: rule.ref, name: rule.project_name },
      rule: {
        id: rule.id,
        name: rule.name,
        description: describeRule(rule),
        condition: rule.condition,
      },
      value,
      window: { from: window.from.toISOString(), to: window.to.toISOString() },
      url: explanationUrl(notice),
    },
  }
}
