/** A trigger of the database that runs at commands instead of changes of rows. */
export type EventTriggerDesign = {
  name: string
  owner: string | null
  comment: string | null
  event: 'ddl_command_start' | 'ddl_command_end' | 'sql_drop' | 'table_rewrite' | 'login'
  /** Commands that it runs at, for example `CREATE TABLE`; all without any. */
  tags: string[]
  /** `schema.function` in quoted names. */
  function: string
  /** In which sessions it runs: `origin` is PostgreSQL's default. */
  enabled: 'origin' | 'always' | 'replica' | 'disabled'
}
