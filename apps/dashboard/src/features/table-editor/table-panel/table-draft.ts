import type { ChangedDesign, ColumnDesign, ForeignKeyDesign, TableDesign } from '@basalt/contract'

export type DraftColumn = ChangedDesign['columns'][number] & { key: string }
/** `isNamed`: an existing key, which keeps its name. */
export type DraftKey = ForeignKeyDesign & { key: string }

/** A table as it is being typed. Columns and keys have a `key` of their own while it lasts. */
export type TableDraft = Omit<ChangedDesign, 'columns' | 'foreign_keys'> & {
  columns: DraftColumn[]
  foreign_keys: DraftKey[]
}

let lastKey = 0
const nextKey = () => `${Date.now().toString(36)}-${(lastKey += 1)}`

const plainColumn: ColumnDesign = {
  name: '',
  data_type: 'text',
  is_nullable: true,
  default: null,
  identity: null,
  generated: null,
  is_unique: false,
  check: null,
  comment: null,
}

export const newColumn = (more: Partial<ColumnDesign> = {}): DraftColumn => ({
  ...plainColumn,
  ...more,
  was: null,
  using: null,
  key: nextKey(),
})

/** What most tables begin with: a number for each row, and when it was written. */
export const newDraft = (schema: string): TableDraft => ({
  schema,
  name: '',
  comment: null,
  rls_enabled: true,
  is_realtime: false,
  primary_key: ['id'],
  foreign_keys: [],
  columns: [
    newColumn({ name: 'id', data_type: 'bigint', identity: 'by default', is_nullable: false }),
    newColumn({
      name: 'created_at',
      data_type: 'timestamp with time zone',
      is_nullable: false,
      default: { kind: 'expression', sql: 'now()' },
    }),
  ],
})

export const draftOf = (design: TableDesign): TableDraft => ({
  ...design,
  columns: design.columns.map((column) => ({
    ...column,
    was: column.name,
    using: null,
    key: nextKey(),
  })),
  foreign_keys: design.foreign_keys.map((one) => ({ ...one, key: nextKey() })),
})

/** The draft without what only the screen needs. */
export const designOf = ({ columns, foreign_keys, ...rest }: TableDraft): ChangedDesign => ({
  ...rest,
  columns: columns.map(({ key: _key, ...column }) => column),
  foreign_keys: foreign_keys.map(({ key: _key, ...one }) => one),
})

export const newTableOf = (draft: TableDraft): TableDesign => {
  const { columns, ...rest } = designOf(draft)
  return { ...rest, columns: columns.map(({ was: _was, using: _using, ...column }) => column) }
}

const renamed = (names: readonly string[], from: string, to: string) =>
  names.map((name) => (name === from ? to : name))

/** A new name goes along into the keys that speak of the column. */
export function withColumn(draft: TableDraft, key: string, more: Partial<DraftColumn>): TableDraft {
  const old = draft.columns.find((column) => column.key === key)
  if (old === undefined) return draft
  const columns = draft.columns.map((column) =>
    column.key === key ? { ...column, ...more } : column,
  )
  const to = more.name
  if (to === undefined || to === old.name) return { ...draft, columns }
  const isItself = ({ references }: ForeignKeyDesign) =>
    references.schema === draft.schema && references.table === draft.name
  return {
    ...draft,
    columns,
    primary_key: renamed(draft.primary_key, old.name, to),
    foreign_keys: draft.foreign_keys.map((one) => ({
      ...one,
      columns: renamed(one.columns, old.name, to),
      references: isItself(one)
        ? { ...one.references, columns: renamed(one.references.columns, old.name, to) }
        : one.references,
    })),
  }
}

/** Keys that speak of the column go with it. */
export function withoutColumn(draft: TableDraft, key: string): TableDraft {
  const gone = draft.columns.find((column) => column.key === key)?.name
  return {
    ...draft,
    columns: draft.columns.filter((column) => column.key !== key),
    primary_key: draft.primary_key.filter((name) => name !== gone),
    foreign_keys: draft.foreign_keys.filter(({ columns }) => !columns.includes(gone ?? '')),
  }
}

export function withMovedColumn(draft: TableDraft, key: string, by: -1 | 1): TableDraft {
  const at = draft.columns.findIndex((column) => column.key === key)
  const other = draft.columns[at + by]
  const moved = draft.columns[at]
  if (moved === undefined || other === undefined) return draft
  return {
    ...draft,
    columns: draft.columns.with(at, other).with(at + by, moved),
  }
}

export const withKeyColumn = (draft: TableDraft, name: string, isKey: boolean): TableDraft => ({
  ...draft,
  primary_key: isKey
    ? [...draft.primary_key, name]
    : draft.primary_key.filter((other) => other !== name),
  columns: draft.columns.map((column) =>
    column.name === name && isKey ? { ...column, is_nullable: false } : column,
  ),
})

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What is different from the table as it is, in a few words each; empty when nothing is. */
export function changesOf(before: TableDesign, draft: TableDraft): string[] {
  const kept = new Set(draft.columns.map(({ was }) => was))
  const byName = new Map(before.columns.map((column) => [column.name, column]))
  const keysOf = (keys: readonly ForeignKeyDesign[]) =>
    keys.map(({ name, columns, references, on_update, on_delete, is_valid }) => [
      name,
      columns,
      references,
      on_update,
      on_delete,
      is_valid,
    ])
  return [
    ...(draft.name === before.name ? [] : [`name ${draft.name}`]),
    ...(draft.schema === before.schema ? [] : [`schema ${draft.schema}`]),
    ...(draft.comment === before.comment ? [] : ['comment']),
    ...(draft.rls_enabled === before.rls_enabled ? [] : ['row level security']),
    ...(draft.is_realtime === before.is_realtime ? [] : ['realtime']),
    ...before.columns.filter(({ name }) => !kept.has(name)).map(({ name }) => `drop ${name}`),
    ...draft.columns.flatMap((column) => {
      const old = column.was === null ? undefined : byName.get(column.was)
      if (old === undefined) return [`add ${column.name === '' ? 'a column' : column.name}`]
      const { was: _was, using: _using, key: _key, ...now } = column
      return sameValue(columnFacts(old), columnFacts(now)) ? [] : [`change ${old.name}`]
    }),
    ...(sameValue(before.primary_key, draft.primary_key) ? [] : ['primary key']),
    ...(sameValue(keysOf(before.foreign_keys), keysOf(draft.foreign_keys)) ? [] : ['foreign keys']),
  ]
}

const columnFacts = (column: ColumnDesign) => [
  column.name,
  column.data_type,
  column.is_nullable,
  column.default,
  column.identity,
  column.generated,
  column.is_unique,
  column.check,
  column.comment,
]

/** A draft as it is kept, with the columns that the table had when it was made. */
export type KeptDraft = { draft: TableDraft; known: string[] }

/** A stored draft, or undefined when it is of another shape. */
export function readDraft(text: string | undefined): KeptDraft | undefined {
  if (text === undefined) return undefined
  try {
    const kept = JSON.parse(text) as Partial<KeptDraft> | null
    const draft: Partial<TableDraft> | undefined = kept?.draft
    const lists = [kept?.known, draft?.columns, draft?.foreign_keys, draft?.primary_key]
    return lists.every((one) => Array.isArray(one)) ? (kept as KeptDraft) : undefined
  } catch {
    return undefined
  }
}

/**
 * The draft over the table as it is by now: columns that came meanwhile stay, and those that
 * went do not come back by themselves.
 */
export function rebased({ draft, known }: KeptDraft, design: TableDesign): TableDraft {
  const before = new Set(known)
  const now = new Set(design.columns.map(({ name }) => name))
  const came = draftOf({
    ...design,
    columns: design.columns.filter(({ name }) => !before.has(name)),
  }).columns
  return {
    ...draft,
    columns: [...draft.columns.filter(({ was }) => was === null || now.has(was)), ...came],
  }
}

/** Types of a time, for which the moment of the change is a common default. */
const times = new Set([
  'timestamp with time zone',
  'timestamp without time zone',
  'date',
  'time without time zone',
  'time with time zone',
])

export type Suggestion = { label: string; value: NonNullable<ColumnDesign['default']> }

/** Defaults that people mostly want for a type. */
export function suggestedDefaults(type: string): Suggestion[] {
  const computed = (sql: string): Suggestion => ({
    label: sql,
    value: { kind: 'expression', sql },
  })
  if (type === 'uuid') return [computed('gen_random_uuid()'), computed('auth.uid()')]
  if (times.has(type)) return [computed('now()'), computed(`(now() at time zone 'utc')`)]
  if (type === 'text' || type.startsWith('character varying')) {
    return [{ label: 'Empty text', value: { kind: 'literal', value: '' } }]
  }
  if (type === 'boolean') {
    return ['true', 'false'].map((value) => ({ label: value, value: { kind: 'literal', value } }))
  }
  if (type === 'jsonb' || type === 'json') {
    return ['{}', '[]'].map((value) => ({ label: value, value: { kind: 'literal', value } }))
  }
  return type.endsWith('[]')
    ? [{ label: 'Empty list', value: { kind: 'literal', value: '{}' } }]
    : []
}

/** Types that can count by themselves. */
export const canCount = (type: string): boolean =>
  ['smallint', 'integer', 'bigint', 'int2', 'int4', 'int8', 'int'].includes(type)
