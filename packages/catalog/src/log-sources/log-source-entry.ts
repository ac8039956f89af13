type LogFieldType = 'string' | 'number' | 'boolean' | 'datetime' | 'string[]' | 'number[]'

export type LogSourceEntry = {
  name: string
  /** The name of its relation in the log explorer. */
  reference: string
  /** By path; a dot leads into a record. Names are unique in any case of their letters. */
  fields: Readonly<Record<string, LogFieldType>>
}
