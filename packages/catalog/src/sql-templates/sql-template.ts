/** A text that a new query can begin with. It is plain PostgreSQL and needs no extension. */
export type SqlTemplate = {
  /** Stays the same in links, whatever the title becomes. */
  id: string
  title: string
  about: string
  sql: string
}
