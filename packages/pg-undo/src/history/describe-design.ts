import type { ChangedDesign, ColumnDesign, ForeignKeyDesign, TableDesign } from '@basalt/pg-model'

type Changed = {
  after: TableDesign
  /** The design of before with the names of now. */
  back: Pick<ChangedDesign, 'columns'>
}

const most = 4

type Key = Omit<ForeignKeyDesign, 'is_valid'>
type Design = Omit<TableDesign, 'foreign_keys'> & { foreign_keys: readonly Key[] }

/** The changes of a table, in a few words. */
export function describeChange(before: Design, changed: Changed): string {
  const words = describeDifferences(before, changed)
  return words === '' ? 'constraints validated' : words
}

/** Differences between two designs, in a few words; empty without any. */
export function describeDifferences(before: Design, { after, back }: Changed): string {
  const parts = [
    ...describePosition(before, after),
    ...describeColumn(back, after),
    ...describeKey(before, after),
  ]
  const shown = parts.slice(0, most).join(', ')
  const more = parts.length > most ? ` and ${parts.length - most} more` : ''
  return `${shown}${more}`
}

const describePosition = (before: Design, after: TableDesign): string[] => [
  ...(after.name === before.name ? [] : [`${before.name} renamed to ${after.name}`]),
  ...(after.schema === before.schema ? [] : [`moved from ${before.schema} to ${after.schema}`]),
  ...(after.rls_enabled === before.rls_enabled
    ? []
    : [`row level security switched ${after.rls_enabled ? 'on' : 'off'}`]),
  ...(after.is_realtime === before.is_realtime
    ? []
    : [`realtime switched ${after.is_realtime ? 'on' : 'off'}`]),
  ...(after.comment === before.comment ? [] : ['comment changed']),
]

function describeColumn(back: Changed['back'], after: TableDesign): string[] {
  const before = new Map(back.columns.map((column) => [column.was, column]))
  const deleted = back.columns.filter(({ was }) => was === null)
  return [
    ...deleted.map(({ name }) => `${name} dropped`),
    ...after.columns.flatMap((column) => {
      const old = before.get(column.name)
      if (old === undefined) return [`${column.name} added`]
      const facts = otherFacts(old, column)
      const other = facts.length === 0 ? '' : ` (${facts.join(', ')})`
      if (old.name !== column.name) return [`${old.name} renamed to ${column.name}${other}`]
      return other === '' ? [] : [`${column.name} changed${other}`]
    }),
  ]
}

/** Other changes of the column. Expressions name it, so that they change with its name. */
function otherFacts(old: ColumnDesign, column: ColumnDesign): string[] {
  const isSame = (name: keyof ColumnDesign): boolean =>
    JSON.stringify(old[name]) === JSON.stringify(column[name]) ||
    (old.name !== column.name &&
      (name === 'check' || name === 'generated') &&
      old[name] !== null &&
      column[name] !== null)
  return columnFacts.filter(([name]) => !isSame(name)).map(([, words]) => words)
}

/** Properties of a column except its name, with their labels. */
const columnFacts: readonly (readonly [keyof ColumnDesign, string])[] = [
  ['data_type', 'type'],
  ['is_nullable', 'NULL'],
  ['default', 'default'],
  ['identity', 'identity'],
  ['generated', 'generation'],
  ['is_unique', 'unique'],
  ['check', 'check'],
  ['comment', 'comment'],
]

function describeKey(before: Design, after: TableDesign): string[] {
  const [old, now] = [listLinks(before), listLinks(after)]
  return [
    ...(JSON.stringify(before.primary_key) === JSON.stringify(after.primary_key)
      ? []
      : ['primary key changed']),
    ...after.foreign_keys
      .filter((key) => !old.has(buildLink(key)))
      .map((key) => `${getTarget(key, after)} added`),
    ...before.foreign_keys
      .filter((key) => !now.has(buildLink(key)))
      .map((key) => `${getTarget(key, before)} removed`),
  ]
}

const buildLink = ({ name, on_update, on_delete, references }: Key): string =>
  JSON.stringify([name, on_update, on_delete, references])
const listLinks = (design: Design) => new Set(design.foreign_keys.map((key) => buildLink(key)))

/** A table of another schema is named with it. */
function getTarget({ columns, references }: Key, { schema }: Pick<Design, 'schema'>): string {
  const position = references.schema === schema ? '' : `${references.schema}.`
  return `foreign key of ${columns.join(', ')} to ${position}${references.table}`
}
