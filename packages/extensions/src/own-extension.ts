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
  /**
   * Creates the first version, without the privileges of a superuser and also outside of
   * `create extension`. Databases have it already: later changes are updates.
   */
  sql: string
  /** Each from the version before it, the first one from `firstVersion`. */
  updates?: readonly { to: string; sql: string }[]
  /** The version that `sql` creates; `version` where there is no update. */
  firstVersion?: string
}
