import type { OrganizationPlan } from '@basalt/catalog'
import type { AlertCondition, AlertState, AlertValues } from '@basalt/contract/alerts/alerts'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'

import type { AlertTables } from '../../store/alert-schema.ts'
import type { Store } from '../../store/store.ts'

export type StoredRule = {
  id: string
  project_id: number
  name: string
  condition: AlertCondition
  for_minutes: number
  repeat_minutes: number | null
  recipients: AlertValues['recipients']
  webhook_url: string | null
  sealed_secret: string | null
  is_enabled: boolean
  created_at: Date
  silenced_until: Date | null
  silence_reason: string | null
  state: AlertState
  state_since: Date | null
  breached_since: Date | null
  open_since: Date | null
  notified_at: Date | null
  value: number | null
  problem: string | null
  evaluated_at: Date | null
  /** Of its project. */
  ref: string
  project_name: string
  organization_id: number
  plan: OrganizationPlan
  delivery_error: string | null
}

const rulesOf = (store: Store) =>
  store
    .selectFrom('alert_rules')
    .innerJoin('projects', 'projects.id', 'alert_rules.project_id')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .selectAll('alert_rules')
    .select(['projects.ref', 'projects.name as project_name', 'organization_id', 'plan'])
    .select((select) =>
      select
        .selectFrom('alert_deliveries')
        .innerJoin('alert_events', 'alert_events.id', 'event_id')
        .whereRef('rule_id', '=', 'alert_rules.id')
        .where('error', 'is not', null)
        .where('sent_at', 'is', null)
        .orderBy('at', 'desc')
        .limit(1)
        .select('error')
        .as('delivery_error'),
    )
    .$castTo<StoredRule>()

export const listRules = (store: Store, projectId: number): Promise<StoredRule[]> =>
  rulesOf(store)
    .where('alert_rules.project_id', '=', projectId)
    .orderBy('alert_rules.name')
    .execute()

export const findRule = (store: Store, projectId: number, id: string) =>
  rulesOf(store)
    .where('alert_rules.project_id', '=', projectId)
    .where('alert_rules.id', '=', id)
    .executeTakeFirst()

/** The rule, which no other transaction evaluates or changes until this one ends. */
export async function lockRule(tx: Store, id: string): Promise<StoredRule | undefined> {
  await tx.selectFrom('alert_rules').select('id').where('id', '=', id).forUpdate().execute()
  return rulesOf(tx).where('alert_rules.id', '=', id).executeTakeFirst()
}

/** Enabled rules of projects whose databases should run. */
export const listDueRules = (store: Store, minute: Date): Promise<StoredRule[]> =>
  rulesOf(store)
    .where('is_enabled', '=', true)
    .where('projects.status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
    .where((where) =>
      where.or([where('evaluated_at', 'is', null), where('evaluated_at', '<', minute)]),
    )
    .orderBy('alert_rules.id')
    .execute()

const columnsOf = ({ condition, recipients, ...values }: AlertValues) => ({
  ...values,
  condition: JSON.stringify(condition),
  recipients: JSON.stringify(recipients),
})

type Written = AlertValues & { sealed_secret: string | null }

export async function insertRule(tx: Store, projectId: number, values: Written): Promise<string> {
  const { sealed_secret, ...rest } = values
  const { id } = await tx
    .insertInto('alert_rules')
    .values({ project_id: projectId, sealed_secret, ...columnsOf(rest) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A rule whose condition changed is unknown until it is evaluated. */
const unevaluated = {
  state: 'no_data',
  state_since: null,
  breached_since: null,
  open_since: null,
  notified_at: null,
  value: null,
  problem: null,
  evaluated_at: null,
} as const

export async function updateRule(
  tx: Store,
  id: string,
  values: Written & { isReset: boolean },
): Promise<void> {
  const { sealed_secret, isReset, ...rest } = values
  await tx
    .updateTable('alert_rules')
    .set({ sealed_secret, ...columnsOf(rest), ...(isReset && unevaluated) })
    .where('id', '=', id)
    .execute()
}

export const enableRule = (tx: Store, id: string, isEnabled: boolean) =>
  tx
    .updateTable('alert_rules')
    .set({ is_enabled: isEnabled, ...unevaluated })
    .where('id', '=', id)
    .execute()

type Silence = { until: Date | null; reason: string | null }

export const silenceRule = (tx: Store, id: string, { until, reason }: Silence) =>
  tx
    .updateTable('alert_rules')
    .set({ silenced_until: until, silence_reason: reason })
    .where('id', '=', id)
    .execute()

export const sealSecret = (tx: Store, id: string, sealed: string) =>
  tx.updateTable('alert_rules').set({ sealed_secret: sealed }).where('id', '=', id).execute()

export const deleteRule = (tx: Store, id: string) =>
  tx.deleteFrom('alert_rules').where('id', '=', id).execute()

type Evaluation = Pick<
  StoredRule,
  | 'state'
  | 'state_since'
  | 'breached_since'
  | 'open_since'
  | 'notified_at'
  | 'value'
  | 'problem'
  | 'evaluated_at'
>

export const saveEvaluation = (tx: Store, id: string, evaluation: Evaluation) =>
  tx.updateTable('alert_rules').set(evaluation).where('id', '=', id).execute()

/** Null when the rule has an event of this minute already. */
export async function insertEvent(
  tx: Store,
  event: Insertable<AlertTables['alert_events']>,
): Promise<string | null> {
  const row = await tx
    .insertInto('alert_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['rule_id', 'at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The addresses that a rule notifies: of people who are members now. */
export async function recipientAddresses(
  store: Store,
  { recipients, organization_id: organizationId }: StoredRule,
): Promise<string[]> {
  if (recipients.type === 'none') return []
  const rows = await store
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where((where) =>
      recipients.type === 'owners'
        ? where('role', '=', 'Owner')
        : where('members.user_id', 'in', recipients.user_ids),
    )
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

export async function deleteOldEvents(store: Store, before: Date): Promise<void> {
  await store.deleteFrom('alert_events').where('at', '<', before).execute()
}

type ListedEvent = {
  id: string
  kind: 'fired' | 'repeated' | 'resolved'
  at: Date
  value: number | null
  window_from: Date
  window_to: Date
  is_silenced: boolean
  deliveries: {
    channel: 'email' | 'webhook'
    attempts: number
    error: string | null
    is_sent: boolean
    has_failed: boolean
  }[]
}

export const listEvents = (
  store: Store,
  ruleId: string,
  { before, limit }: { before: Date | null; limit: number },
): Promise<ListedEvent[]> =>
  store
    .selectFrom('alert_events')
    .select(['id', 'kind', 'at', 'value', 'window_from', 'window_to', 'is_silenced'])
    .select(
      sql<ListedEvent['deliveries']>`coalesce((
        select jsonb_agg(jsonb_build_object('channel', channel, 'attempts', attempts,
          'error', error, 'is_sent', sent_at is not null, 'has_failed', failed_at is not null)
          order by channel, target)
        from alert_deliveries where event_id = alert_events.id), '[]')`.as('deliveries'),
    )
    .where('rule_id', '=', ruleId)
    .$if(before !== null, (query) => query.where('at', '<', before ?? new Date()))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
