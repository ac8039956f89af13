/** A template for a new query. It is plain PostgreSQL and needs no extension. */
export type SqlTemplate = {
  /** Stable in links when the title changes. */
  id: string
  title: string
  about: string
  sql: string
}
