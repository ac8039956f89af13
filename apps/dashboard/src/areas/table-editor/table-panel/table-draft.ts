import type { ChangedDesign, ColumnDesign, ForeignKeyDesign, TableDesign } from '@basalt/pg-model'

export type DraftColumn = ChangedDesign['columns'][number] & { key: string }
export type DraftKey = ForeignKeyDesign & {
  key: string
  /** It references the table in this draft: names may be equal by chance, and change. */
  isSelfReference?: boolean
}

/** A table in its edited form. Columns and keys have a stable `key` within it. */
export type TableDraft = Omit<ChangedDesign, 'columns' | 'foreign_keys'> & {
  columns: DraftColumn[]
  foreign_keys: DraftKey[]
}

/** Changes the current draft. The function is stable. */
export type ChangeDraft = (change: (draft: TableDraft) => TableDraft) => void

let lastKey = 0
const nextKey = () => `${Date.now().toString(36)}-${(lastKey += 1)}`

/** A column with default properties. */
export const plainColumn: ColumnDesign = {
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

/** The default new table: an identity, and a creation time. */
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

export const newKey = (): DraftKey => ({
  key: nextKey(),
  name: null,
  columns: [''],
  references: { schema: '', table: '', columns: [''] },
  on_update: 'no action',
  on_delete: 'no action',
  is_valid: true,
})

export const getDraft = (design: TableDesign): TableDraft => ({
  ...design,
  columns: design.columns.map((column) => ({
    ...column,
    was: column.name,
    using: null,
    key: nextKey(),
  })),
  foreign_keys: design.foreign_keys.map((one) => ({
    ...one,
    key: nextKey(),
    isSelfReference:
      one.references.schema === design.schema && one.references.table === design.name,
  })),
})

/** The draft without client-side state. */
export const getDesign = ({ columns, foreign_keys, ...rest }: TableDraft): ChangedDesign => ({
  ...rest,
  columns: columns.map(({ key: _key, ...column }) => column),
  foreign_keys: foreign_keys.map(({ key: _key, isSelfReference: _isSelfReference, ...one }) => one),
})

export const getNewTable = (draft: TableDraft): TableDesign => {
  const { columns, ...rest } = getDesign(draft)
  return { ...rest, columns: columns.map(({ was: _was, using: _using, ...column }) => column) }
}

/** A name, a column or the target of a key is missing: no preview is possible yet. */
export const isBlank = ({ name, columns, foreign_keys }: TableDraft) =>
  name === '' ||
  columns.some((column) => column.name === '') ||
  foreign_keys.some(({ columns: own, references }) =>
    [references.table, ...own, ...references.columns].includes(''),
  )

const renamed = (names: readonly string[], from: string, to: string) =>
  names.map((name) => (name === from ? to : name))

/** While names are typed two columns may have the same one: keys use the first of them. */
const isMeant = (draft: TableDraft, { key, name }: DraftColumn): boolean =>
  draft.columns.find((column) => column.name === name)?.key === key

/** A new name is changed in the keys that use the column. */
export function withColumn(draft: TableDraft, key: string, more: Partial<DraftColumn>): TableDraft {
  const old = draft.columns.find((column) => column.key === key)
  if (old === undefined) return draft
  const columns = draft.columns.map((column) =>
    column.key === key ? { ...column, ...more } : column,
  )
  const to = more.name
  if (to === undefined || to === old.name || !isMeant(draft, old)) return { ...draft, columns }
  const primary_key = renamed(draft.primary_key, old.name, to)
  // In a foreign key no name is a column that is still to be chosen.
  if (old.name === '') return { ...draft, columns, primary_key }
  return {
    ...draft,
    columns,
    primary_key,
    foreign_keys: draft.foreign_keys.map((one) => ({
      ...one,
      columns: renamed(one.columns, old.name, to),
      references:
        one.isSelfReference === true
          ? { ...one.references, columns: renamed(one.references.columns, old.name, to) }
          : one.references,
    })),
  }
}

/** Another place for a table that is not there yet: its keys to itself go along. */
export function withNewPosition(
  draft: TableDraft,
  position: Partial<Pick<TableDraft, 'schema' | 'name'>>,
): TableDraft {
  const { schema, name } = { ...draft, ...position }
  return {
    ...draft,
    schema,
    name,
    foreign_keys: draft.foreign_keys.map((one) =>
      one.isSelfReference === true
        ? { ...one, references: { ...one.references, schema, table: name } }
        : one,
    ),
  }
}

/** Adds a column after another one, or at the end. */
export function withNewColumn(draft: TableDraft, column: DraftColumn, after?: string): TableDraft {
  const at = draft.columns.findIndex(({ key }) => key === after)
  const { length } = draft.columns
  return { ...draft, columns: draft.columns.toSpliced(at === -1 ? length : at + 1, 0, column) }
}

/** Removes the column with the keys that use it. */
export function withoutColumn(draft: TableDraft, key: string): TableDraft {
  const deleted = draft.columns.find((column) => column.key === key)
  if (deleted === undefined) return draft
  const columns = draft.columns.filter((column) => column.key !== key)
  if (!isMeant(draft, deleted)) return { ...draft, columns }
  const { name } = deleted
  const speaksOfIt = (one: DraftKey) =>
    name !== '' &&
    (one.columns.includes(name) ||
      (one.isSelfReference === true && one.references.columns.includes(name)))
  return {
    ...draft,
    columns,
    primary_key: draft.primary_key.filter((other) => other !== name),
    foreign_keys: draft.foreign_keys.filter((one) => !speaksOfIt(one)),
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

/** Properties of a column except its name and type, in a few words each. */
export function listFacts(column: DraftColumn, isKey: boolean): string[] {
  const { identity, generated, default: value, is_nullable: isNullable, check } = column
  const shownDefault = value?.kind === 'literal' ? `'${value.value}'` : value?.sql
  return [
    ...(identity === null ? [] : ['identity']),
    ...(generated === null ? [] : [`generated as ${generated}`]),
    ...(shownDefault === undefined ? [] : [`default ${shownDefault}`]),
    ...(isNullable || isKey || identity !== null ? [] : ['not null']),
    ...(column.is_unique ? ['unique'] : []),
    ...(check === null ? [] : [`check ${check}`]),
    ...(column.comment === null ? [] : [column.comment]),
  ]
}

/** A foreign key with something else in it, or without it. */
export function withForeignKey(
  draft: TableDraft,
  key: string,
  more: Partial<DraftKey> | null,
): TableDraft {
  const foreign_keys = draft.foreign_keys.flatMap((one) => {
    if (one.key !== key) return [one]
    return more === null ? [] : [{ ...one, ...more }]
  })
  return { ...draft, foreign_keys }
}

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Columns that the table has and the draft has not. */
export function lostColumns(before: TableDesign, draft: TableDraft): string[] {
  const kept = new Set(draft.columns.map(({ was }) => was))
  return before.columns.flatMap(({ name }) => (kept.has(name) ? [] : [name]))
}

/** Differences to the current table, in a few words each; empty without any. */
export function listChanges(before: TableDesign, draft: TableDraft): string[] {
  const byName = new Map(before.columns.map((column) => [column.name, column]))
  const listKeys = (keys: readonly ForeignKeyDesign[]) =>
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
    ...lostColumns(before, draft).map((name) => `drop ${name}`),
    ...draft.columns.flatMap((column) => {
      const old = column.was === null ? undefined : byName.get(column.was)
      if (old === undefined) return [`add ${column.name === '' ? 'a column' : column.name}`]
      const { was: _was, using: _using, key: _key, ...now } = column
      return sameValue(columnFacts(old), columnFacts(now)) ? [] : [`change ${old.name}`]
    }),
    ...(sameValue(before.primary_key, draft.primary_key) ? [] : ['primary key']),
    ...(sameValue(listKeys(before.foreign_keys), listKeys(draft.foreign_keys))
      ? []
      : ['foreign keys']),
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

/** Whether there are new rules that can be validated online, while others write. */
export function canCheckLater(before: TableDesign, draft: TableDraft): boolean {
  const byName = new Map(before.columns.map((column) => [column.name, column]))
  const known = new Set(before.foreign_keys.map(({ name }) => name))
  const isStricter = (column: DraftColumn) => {
    const old = column.was === null ? undefined : byName.get(column.was)
    if (old === undefined) return false
    const isFilled = old.is_nullable && !column.is_nullable && column.identity === null
    return isFilled || (column.check !== null && column.check !== old.check)
  }
  return (
    draft.columns.some(isStricter) ||
    draft.foreign_keys.some((key) => key.is_valid && (key.name === null || !known.has(key.name)))
  )
}

/** A stored draft, with the columns of the table at that time. */
export type StoredDraft = { draft: TableDraft; known: string[] }

/** A stored draft, or undefined when it is of another shape. */
export function readDraft(text: string | undefined): StoredDraft | undefined {
  if (text === undefined) return undefined
  try {
    const kept = JSON.parse(text) as Partial<StoredDraft> | null
    const draft: Partial<TableDraft> | undefined = kept?.draft
    const lists = [kept?.known, draft?.columns, draft?.foreign_keys, draft?.primary_key]
    return lists.every((one) => Array.isArray(one)) ? (kept as StoredDraft) : undefined
  } catch {
    return undefined
  }
}

/**
 * The draft applied to the current table: columns added since are kept, and dropped ones are not
 * restored automatically.
 */
export function rebased({ draft, known }: StoredDraft, design: TableDesign): TableDraft {
  const before = new Set(known)
  const now = new Set(design.columns.map(({ name }) => name))
  const came = getDraft({
    ...design,
    columns: design.columns.filter(({ name }) => !before.has(name)),
  }).columns
  const kept = draft.columns
    .filter(({ was }) => was !== null && !now.has(was))
    .reduce((rest, { key }) => withoutColumn(rest, key), draft)
  return { ...kept, columns: [...kept.columns, ...came] }
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

const computed = (sql: string): Suggestion => ({ label: sql, value: { kind: 'expression', sql } })
const literal = (value: string, label = value): Suggestion => ({
  label,
  value: { kind: 'literal', value },
})

/** Defaults that people mostly want for a type; `labels` are those of an enum. */
export function suggestedDefaults(type: string, labels: readonly string[] = []): Suggestion[] {
  if (type.endsWith('[]')) return [literal('{}', 'Empty array')]
  if (labels.length > 0) return labels.slice(0, 6).map((label) => literal(label))
  if (type === 'uuid') return [computed('gen_random_uuid()')]
  if (times.has(type)) return [computed('now()'), computed(`(now() at time zone 'utc')`)]
  if (type === 'boolean') return [literal('true'), literal('false')]
  if (type === 'jsonb' || type === 'json') return [literal('{}'), literal('[]')]
  if (canCount(type) || type.startsWith('numeric')) return [literal('0')]
  return type === 'text' || type.startsWith('character varying')
    ? [literal('', 'Empty string')]
    : []
}

/** Types that can count by themselves. */
export const canCount = (type: string): boolean =>
  ['smallint', 'integer', 'bigint', 'int2', 'int4', 'int8', 'int'].includes(type)
