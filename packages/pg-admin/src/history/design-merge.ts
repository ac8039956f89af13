import { isDeepStrictEqual } from 'node:util'

import type {
  ChangedColumn,
  ChangedDesign,
  ColumnDesign,
  ForeignKeyDesign,
  TableDesign,
} from '../table-definition/design.ts'
import { columnFacts } from './design-words.ts'

type Key = Omit<ForeignKeyDesign, 'is_valid'>

/** A change that is to be taken back: what was before it, and what it left. */
export type Changed = {
  back: ChangedDesign
  left: Omit<TableDesign, 'foreign_keys'> & { foreign_keys: readonly Key[] }
}

/**
 * The table as it is now without the change: what others did since stays. `disputed` names what
 * both changed, which nobody can take back without losing the later one.
 */
export function withoutChange(
  { back, left }: Changed,
  current: TableDesign,
): { wanted: ChangedDesign; disputed: string[] } {
  const disputed: string[] = []
  /** What was changed goes back, unless it was changed again. */
  const merged = <Value>(words: string, { before, after, now }: Three<Value>): Value => {
    if (isDeepStrictEqual(before, after)) return now
    if (!isDeepStrictEqual(after, now)) disputed.push(words)
    return before
  }
  const three = <Name extends keyof TableDesign & keyof Changed['left']>(name: Name) => ({
    before: back[name],
    after: left[name],
    now: current[name],
  })
  const columns = mergedColumns({ back, left }, current, { merged, disputed })
  const nameNow = new Map(back.columns.map(({ was, name }) => [name, was ?? name]))
  const wantedName = new Map(columns.map(({ was, name }) => [was ?? name, name]))
  const nameThen = (names: readonly string[]) => names.map((name) => nameNow.get(name) ?? name)
  const wanted = (names: readonly string[]) => names.map((name) => wantedName.get(name) ?? name)
  const isKeySame = isDeepStrictEqual(nameThen(back.primary_key), left.primary_key)
  const design: ChangedDesign = {
    schema: merged('its schema', three('schema')),
    name: merged('its name', three('name')),
    comment: merged('its comment', three('comment')),
    rls_enabled: merged('row level security', three('rls_enabled')),
    is_realtime: merged('realtime', three('is_realtime')),
    primary_key: isKeySame
      ? wanted(current.primary_key)
      : merged('its primary key', three('primary_key')),
    columns,
    foreign_keys: mergedKeys({ back, left }, current, { named: nameThen, wanted, disputed }),
  }
  const names = new Set(columns.map(({ name }) => name))
  const used = [...design.primary_key, ...design.foreign_keys.flatMap((key) => key.columns)]
  disputed.push(...used.filter((name) => !names.has(name)))
  return { wanted: design, disputed: [...new Set(disputed)] }
}

/** What it was before the change, after it, and is now. */
type Three<Value> = { before: Value; after: Value; now: Value }

type Merging = {
  merged: <Value>(words: string, values: Three<Value>) => Value
  disputed: string[]
}

const factsOf = (column: ColumnDesign): unknown[] => columnFacts.map(([fact]) => column[fact])

function mergedColumns(
  { back, left }: Changed,
  current: TableDesign,
  { merged, disputed }: Merging,
): ChangedColumn[] {
  const before = new Map(back.columns.map((column) => [column.was, column]))
  const after = new Map(left.columns.map((column) => [column.name, column]))
  const now = new Set(current.columns.map(({ name }) => name))
  const columns = current.columns.flatMap((column): ChangedColumn[] => {
    const stays = { ...column, was: column.name, using: null }
    const afterOne = after.get(column.name)
    if (afterOne === undefined) return [stays]
    const beforeOne = before.get(column.name)
    if (beforeOne === undefined) {
      if (!isDeepStrictEqual(factsOf(afterOne), factsOf(column))) disputed.push(column.name)
      return []
    }
    const fact = <Name extends keyof ColumnDesign>(name: Name): ColumnDesign[Name] =>
      merged(column.name, { before: beforeOne[name], after: afterOne[name], now: column[name] })
    return [
      {
        ...stays,
        name: beforeOne.name,
        data_type: fact('data_type'),
        is_nullable: fact('is_nullable'),
        default: fact('default'),
        identity: fact('identity'),
        generated: fact('generated'),
        is_unique: fact('is_unique'),
        check: fact('check'),
        comment: fact('comment'),
      },
    ]
  })
  for (const gone of left.columns.filter(({ name }) => !now.has(name))) {
    const one = before.get(gone.name)
    if (one === undefined) continue
    // Nothing of it was changed, so nothing of it is missing.
    if (one.name === gone.name && isDeepStrictEqual(factsOf(one), factsOf(gone))) continue
    disputed.push(gone.name)
  }
  return [...columns, ...back.columns.filter(({ was }) => was === null)]
}

type Naming = {
  /** Names of before as the change left them. */
  named: (names: readonly string[]) => string[]
  wanted: (names: readonly string[]) => string[]
  disputed: string[]
}

function mergedKeys(
  { back, left }: Changed,
  current: TableDesign,
  { named: nameThen, wanted, disputed }: Naming,
): ForeignKeyDesign[] {
  const named = <One extends { name: string | null }>(keys: readonly One[]) =>
    new Map(keys.map((key) => [key.name, key]))
  const [before, after, now] = [
    named(back.foreign_keys),
    named(left.foreign_keys),
    named(current.foreign_keys),
  ]
  const renamed = (
    key: ForeignKeyDesign,
    names: (list: readonly string[]) => string[],
    table: Place,
  ): ForeignKeyDesign => {
    const { references } = key
    return {
      ...key,
      columns: names(key.columns),
      references: isToItself(key, table)
        ? { ...references, columns: names(references.columns) }
        : references,
    }
  }
  const kept = current.foreign_keys.flatMap((key): ForeignKeyDesign[] => {
    const one = after.get(key.name)
    const stays = [renamed(key, wanted, current)]
    if (one === undefined) return stays
    const old = before.get(key.name)
    const rules = rulesOf(one, left)
    const isUntouched =
      old !== undefined && isDeepStrictEqual(rulesOf(renamed(old, nameThen, back), back), rules)
    if (isUntouched) return stays
    if (!isDeepStrictEqual(rulesOf(key, current), rules))
      disputed.push(`the foreign key ${key.name ?? ''}`)
    return old === undefined ? [] : [old]
  })
  const removed = back.foreign_keys.filter(({ name }) => !after.has(name) && !now.has(name))
  return [...kept, ...removed]
}

type Place = Pick<TableDesign, 'schema' | 'name'>

const isToItself = ({ references }: Key, { schema, name }: Place): boolean =>
  references.schema === schema && references.table === name

/** A table that is called otherwise by now is the same to itself. */
const rulesOf = (key: Key, table: Place): unknown[] => [
  key.columns,
  isToItself(key, table) ? null : [key.references.schema, key.references.table],
  key.references.columns,
  key.on_update,
  key.on_delete,
]
