export type TriggerEvent = 'insert' | 'update' | 'delete' | 'truncate'

export type TriggerDesign = {
  schema: string
  /** The table or view in the schema. */
  table: string
  name: string
  comment: string | null
  timing: 'before' | 'after' | 'instead of'
  /** In the order of `TriggerEvent`. */
  events: TriggerEvent[]
  /** The columns of UPDATE OF; empty for any column. */
  columns: string[]
  level: 'row' | 'statement'
  when: string | null
  /** `schema.function` in quoted names. */
  function: string
  arguments: string[]
  /** Names of the transition tables. */
  old_table: string | null
  new_table: string | null
  is_constraint: boolean
  /** When a constraint trigger runs. */
  deferrable: 'no' | 'immediate' | 'deferred'
  /** The other table of a constraint trigger, as `schema.table` in quoted names. */
  referenced: string | null
  /** In which sessions it runs: `origin` is PostgreSQL's default. */
  enabled: 'origin' | 'always' | 'replica' | 'disabled'
}
