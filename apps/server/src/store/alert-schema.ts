import type { Generated, JSONColumnType } from 'kysely'

type AlertRules = {
  id: Generated<string>
  project_id: number
  name: string
  condition: JSONColumnType<object>
  for_minutes: number
  repeat_minutes: number | null
  recipients: JSONColumnType<object>
  webhook_url: string | null
  sealed_secret: string | null
  is_enabled: Generated<boolean>
  created_at: Generated<Date>
  silenced_until: Date | null
  silence_reason: string | null
  state: Generated<string>
  state_since: Date | null
  breached_since: Date | null
  open_since: Date | null
  notified_at: Date | null
  value: number | null
  problem: string | null
  evaluated_at: Date | null
}

type AlertEvents = {
  id: Generated<string>
  rule_id: string
  at: Date
  kind: 'fired' | 'repeated' | 'resolved'
  value: number | null
  window_from: Date
  window_to: Date
  is_silenced: boolean
}

type AlertDeliveries = {
  event_id: string
  channel: 'email' | 'webhook'
  target: string
  attempts: Generated<number>
  next_attempt_at: Date
  claimed_until: Date | null
  sent_at: Date | null
  failed_at: Date | null
  error: string | null
}

/** Tables of alerts. */
export type AlertTables = {
  alert_rules: AlertRules
  alert_events: AlertEvents
  alert_deliveries: AlertDeliveries
}
