/** A name that the body of a function sees besides those of the database. */
export type Local = { name: string; type: string }

const texts = (...names: string[]): Local[] => names.map((name) => ({ name, type: 'text' }))

const ofTriggers: Readonly<Record<string, readonly Local[]>> = {
  trigger: [
    { name: 'new', type: 'record' },
    { name: 'old', type: 'record' },
    ...texts('tg_op', 'tg_when', 'tg_level', 'tg_name', 'tg_table_schema', 'tg_table_name'),
    { name: 'tg_relid', type: 'oid' },
    { name: 'tg_nargs', type: 'integer' },
    { name: 'tg_argv', type: 'text[]' },
  ],
  event_trigger: texts('tg_event', 'tg_tag'),
}

/** Variables that PL/pgSQL sets, by the type of the function's result. */
export const specialNames = (returns: string): Local[] => [
  ...(ofTriggers[returns] ?? []),
  { name: 'found', type: 'boolean' },
]
