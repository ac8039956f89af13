/**
 * An extension in SQL that comes with Basalt. The owner of a database, who is no superuser, creates
 * it and owns its objects. An engine that cannot have control files runs the script by itself.
 */
export type OwnExtension = {
  name: string
  version: string
  comment: string
  /** The schema that it creates and whose name its script uses; null where the user chooses one. */
  schema: string | null
  /** Extensions that have to exist before it. */
  requires: readonly string[]
  /** Tables and sequences whose rows a dump contains, with their schema. */
  dumped: readonly string[]
  /** Runs without the privileges of a superuser. It also has to run outside of `create extension`. */
  sql: string
}
