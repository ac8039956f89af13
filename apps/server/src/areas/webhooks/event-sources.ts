/**
 * Where events of a hook stand in the outbox: those of its trigger and of the triggers of its
 * partitions. A transaction with an old snapshot does not see the trigger, and writes 0 as its oid.
 */
export type EventSource = { table_id: number; trigger_id: number; hook: string }

/** Both places of the events of one trigger. */
export const sourcesOf = (source: EventSource): EventSource[] => [
  source,
  { ...source, trigger_id: 0 },
]

/** The sources `s` of a parameter that has them as JSON. */
export const sourceRows = (parameter: string, more = ''): string =>
  `pg_catalog.jsonb_to_recordset(${parameter}::jsonb)
     as s (table_id oid, trigger_id oid, hook text${more})`

/** Whether the event `o` is from the source `s`. */
export const isFromSource = /* SQL */ `
  o.table_id = s.table_id and o.trigger_id = s.trigger_id and (s.trigger_id <> 0 or o.hook = s.hook)`
