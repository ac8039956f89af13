/** A sequence. Its numbers are texts: they may need all 64 bits. */
export type SequenceDesign = {
  schema: string
  name: string
  owner: string | null
  comment: string | null
  data_type: 'smallint' | 'integer' | 'bigint'
  start: string
  increment: string
  min: string
  max: string
  cache: string
  cycles: boolean
  /** The column that owns it, as `schema.table.column` in quoted names; it is dropped with it. */
  owned_by: string | null
  /** The number that `nextval` returns next; null leaves it as it is. */
  next: string | null
}
