import { EngineError, type Queryable } from '@basalt/engine'

import { quoted } from '../objects/object-steps.ts'
import { type JobRun, pause } from './index-job.ts'

export type FoundIndex = {
  id: number
  tableId: number
  schema: string
  name: string
  is_valid: boolean
  is_partitioned: boolean
}

const found = /* SQL */ `
  select i.indexrelid::int8::float8 as id, i.indrelid::int8::float8 as "tableId",
    n.nspname::text as schema, c.relname::text as name, i.indisvalid as is_valid,
    c.relkind = 'I' as is_partitioned
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace`

export const findIndexById = async (db: Queryable, id: number): Promise<FoundIndex | undefined> =>
  (await db.query<FoundIndex>(`${found} where i.indexrelid = $1::oid`, [id]))[0]

export const findIndexByName = async (
  db: Queryable,
  { schema, name }: { schema: string; name: string },
): Promise<FoundIndex | undefined> =>
  (
    await db.query<FoundIndex>(`${found} where n.nspname = $1 and c.relname = $2`, [schema, name])
  )[0]

/** The indexes of a build, as far as they exist; partitioned ones first, which drop their parts. */
export const listBuilt = (
  db: Queryable,
  names: Readonly<Record<string, string>>,
): Promise<FoundIndex[]> =>
  db.query<FoundIndex>(
    `${found} join json_each_text($1::json) chosen
       on chosen.key::oid = i.indrelid and chosen.value = c.relname
     order by c.relkind = 'I' desc, i.indexrelid`,
    [JSON.stringify(names)],
  )

/** Invalid indexes that REINDEX CONCURRENTLY makes of an index and of those of its partitions. */
export const listRebuilt = (db: Queryable, tableId: number): Promise<FoundIndex[]> =>
  db.query<FoundIndex>(
    `${found} where not i.indisvalid and c.relname ~ '_cc(new|old)[0-9]*$' and i.indrelid in (
       select $1::oid union select relid from pg_partition_tree($1::oid::regclass)
     )`,
    [tableId],
  )

const lockMs = 10_000
const retryMs = 500

/**
 * Drops an index that a job has left, blocking nothing. It waits as long as older transactions
 * take, in steps, because a wait for a prepared transaction would have no end.
 */
export async function dropLeftover(
  { session, stopped }: Pick<JobRun, 'session' | 'stopped'>,
  index: FoundIndex,
): Promise<void> {
  const how = index.is_partitioned ? '' : 'concurrently '
  for (;;) {
    stopped.throwIfAborted()
    try {
      await session.text(`set lock_timeout = ${lockMs}`)
      await session.text(`drop index ${how}if exists ${quoted(index)}`)
      await session.text('set lock_timeout = 0')
      return
    } catch (error) {
      if (!isRetried(error)) throw error
      await pause(retryMs, stopped)
    }
  }
}

/** Another session holds a lock, or both waited for each other. */
const isRetried = (error: unknown): boolean =>
  error instanceof EngineError && ['55P03', '40P01'].includes(error.sql?.sqlstate ?? '')
