import { ApiError } from '@basalt/contract/errors'
import {
  countedMessages,
  type Queue,
  type QueueMessage,
  type MessageState,
} from '@basalt/contract/queues/queues'
import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

/** The tables of a queue have its name in lower case. */
export const queueTable = (name: string, prefix: 'q' | 'a'): string =>
  `pgmq.${quoteIdent(`${prefix}_${name.toLowerCase()}`)}`

/** Of a queue and of its archive. */
export const tablesOf = (name: string) => [queueTable(name, 'q'), queueTable(name, 'a')] as const

export const messagesPerPage = 50
const longestText = 10_000

type QueueRow = Pick<Queue, 'name' | 'kind' | 'created_at' | 'has_row_security' | 'policies'>

/** Whether the schemas of pgmq and of its functions for the API exist. */
export async function readInstallation(db: Queryable) {
  const [row] = await db.query<{ is_installed: boolean; is_exposed: boolean }>(
    `select pg_catalog.to_regclass('pgmq.meta') is not null as is_installed,
       pg_catalog.to_regnamespace('pgmq_public') is not null as is_exposed`,
  )
  return row ?? { is_installed: false, is_exposed: false }
}

export async function listQueues(db: Queryable): Promise<Queue[]> {
  const rows = await db.query<QueueRow>(/* SQL */ `
    select m.queue_name as name,
      case when m.is_partitioned then 'partitioned' when m.is_unlogged then 'unlogged'
        else 'logged' end as kind,
      to_json(m.created_at) #>> '{}' as created_at,
      c.relrowsecurity as has_row_security,
      (select count(*)::int from pg_catalog.pg_policy p where p.polrelid = c.oid) as policies
    from pgmq.meta m
    join pg_catalog.pg_class c on c.relnamespace = 'pgmq'::regnamespace
      and c.relname = 'q_' || lower(m.queue_name)
    order by lower(m.queue_name)`)
  if (rows.length === 0) return []
  const counts = await db.query<Pick<Queue, 'messages' | 'available' | 'sent' | 'oldest_at'>>(
    rows.map(({ name }, at) => countsOf(name, at)).join(' union all ') + ' order by number',
  )
  return rows.map((row, at) => ({
    ...row,
    ...(counts[at] ?? { messages: 0, available: 0, sent: 0, oldest_at: null }),
  }))
}

/** Counts at most `countedMessages` + 1 messages, and reads the oldest by its number. */
function countsOf(name: string, number: number): string {
  const table = queueTable(name, 'q')
  const first = (condition: string) =>
    `(select count(*)::int from (select from ${table} ${condition} limit ${countedMessages + 1}) m)`
  return /* SQL */ `
    select ${number} as number, ${first('')} as messages,
      ${first('where vt <= clock_timestamp()')} as available,
      coalesce((
        select s.last_value from pg_catalog.pg_sequences s
        where format('%I.%I', s.schemaname, s.sequencename)
          = pg_catalog.pg_get_serial_sequence('${table.replaceAll("'", "''")}', 'msg_id')
      ), 0)::float8 as sent,
      (
        select to_json(enqueued_at) #>> '{}' from ${table} order by msg_id limit 1
      ) as oldest_at`
}

/** @returns the name as it was created; null where no queue has its tables. */
export async function findQueue(db: Queryable, name: string): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(
    'select queue_name as name from pgmq.meta where lower(queue_name) = lower($1)',
    [name],
  )
  return row?.name ?? null
}

/** @throws ApiError 404, also where queues are not enabled. */
export async function requireQueue(db: Queryable, name: string): Promise<void> {
  const { is_installed: isInstalled } = await readInstallation(db)
  if (isInstalled && (await findQueue(db, name)) === name) return
  throw new ApiError('not_found', 'This queue does not exist')
}

type Page = { state: MessageState; before?: string | undefined }

/** One more than a page, where there are more. */
export function listMessages(
  db: Queryable,
  name: string,
  { state, before }: Page,
): Promise<QueueMessage[]> {
  const isArchive = state === 'archived'
  const conditions = [
    ...(before === undefined ? [] : ['msg_id < $1::numeric']),
    ...(state === 'available' ? ['vt <= clock_timestamp()'] : []),
    ...(state === 'hidden' ? ['vt > clock_timestamp()'] : []),
  ]
  const stateOf = `case when vt <= clock_timestamp() then 'available' else 'hidden' end`
  return db.query<QueueMessage>(
    /* SQL */ `
    select msg_id::text as id, ${isArchive ? `'archived'` : stateOf} as state, read_ct as reads,
      to_json(enqueued_at) #>> '{}' as sent_at, to_json(vt) #>> '{}' as visible_at,
      ${isArchive ? `to_json(archived_at) #>> '{}'` : 'null'} as archived_at,
      left(message::text, ${longestText}) as message,
      coalesce(length(message::text) > ${longestText}, false) as is_cut,
      left(headers::text, ${longestText}) as headers
    from ${queueTable(name, isArchive ? 'a' : 'q')}
    ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
    order by msg_id desc limit ${messagesPerPage + 1}`,
    before === undefined ? [] : [before],
  )
}
