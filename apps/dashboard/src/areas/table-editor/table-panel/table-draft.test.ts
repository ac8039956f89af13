import type { ColumnDesign, TableDesign } from '@basalt/pg-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  listChanges,
  getDesign,
  getDraft,
  listFacts,
  isBlank,
  newColumn,
  newDraft,
  newKey,
  getNewTable,
  readDraft,
  rebased,
  suggestedDefaults,
  type TableDraft,
  withColumn,
  withForeignKey,
  withKeyColumn,
  withMovedColumn,
  withNewColumn,
  withNewPosition,
  withoutColumn,
} from './table-draft.ts'

const column = (name: string, more: Partial<ColumnDesign> = {}): ColumnDesign => ({
  name,
  data_type: 'text',
  is_nullable: true,
  default: null,
  identity: null,
  generated: null,
  is_unique: false,
  check: null,
  comment: null,
  ...more,
})

const reference = (columns: string[], table: string, others: string[]) => ({
  name: `${columns.join('_')}_fkey`,
  columns,
  references: { schema: 'public', table, columns: others },
  on_update: 'no action' as const,
  on_delete: 'cascade' as const,
  is_valid: true,
})

const nodes: TableDesign = {
  schema: 'public',
  name: 'nodes',
  comment: null,
  rls_enabled: true,
  is_realtime: false,
  primary_key: ['id'],
  foreign_keys: [
    reference(['parent_id'], 'nodes', ['id']),
    reference(['owner_id'], 'people', ['id']),
  ],
  columns: [
    column('id', { data_type: 'bigint', is_nullable: false }),
    column('parent_id', { data_type: 'bigint' }),
    column('owner_id', { data_type: 'bigint' }),
    column('title', { comment: 'As people say it' }),
  ],
}

const getKey = (draft: TableDraft, name: string): string =>
  draft.columns.find((one) => one.name === name)?.key ?? 'none'
const listNames = ({ columns }: { columns: { name: string }[] }) => columns.map(({ name }) => name)

/** Types a name letter by letter, as a person does. */
const typed = (draft: TableDraft, key: string, name: string): TableDraft =>
  Array.from(name).reduce(
    (now, _, at) =>
      withColumn(now, key, {
        name: Array.from(name)
          .slice(0, at + 1)
          .join(''),
      }),
    draft,
  )

describe('a draft', () => {
  test('of a table equals that table without edits', () => {
    const draft = getDraft(nodes)
    expect(listChanges(nodes, draft)).toEqual([])
    expect(getNewTable(draft)).toEqual(nodes)
    expect(getDesign(draft).columns.map(({ was }) => was)).toEqual(listNames(nodes))
    expect(new Set(draft.columns.map(({ key }) => key)).size).toBe(nodes.columns.length)
  })

  test('of a new table starts with an identity and a creation time', () => {
    const { columns, primary_key, rls_enabled } = getNewTable(newDraft('shop'))
    expect(columns.map(({ name, data_type }) => `${name} ${data_type}`)).toEqual([
      'id bigint',
      'created_at timestamp with time zone',
    ])
    expect(primary_key).toEqual(['id'])
    expect(rls_enabled).toBe(true)
  })

  test('describes each change in a few words', () => {
    let draft = getDraft(nodes)
    draft = withColumn(draft, getKey(draft, 'title'), { comment: null })
    draft = withoutColumn(draft, getKey(draft, 'owner_id'))
    draft = withNewColumn(draft, newColumn({ name: 'colour' }))
    draft = withNewColumn(draft, newColumn())
    draft = { ...draft, name: 'knots', schema: 'shop', comment: 'Knots', rls_enabled: false }
    expect(listChanges(nodes, { ...draft, is_realtime: true, primary_key: [] })).toEqual([
      'name knots',
      'schema shop',
      'comment',
      'row level security',
      'realtime',
      'drop owner_id',
      'change title',
      'add colour',
      'add a column',
      'primary key',
      'foreign keys',
    ])
  })

  test('treats a reverted change as none', () => {
    const draft = getDraft(nodes)
    const key = getKey(draft, 'id')
    const there = withColumn(draft, key, { name: 'number' })
    expect(listChanges(nodes, there)).toEqual(['change id', 'primary key', 'foreign keys'])
    expect(listChanges(nodes, withColumn(there, key, { name: 'id' }))).toEqual([])
  })
})

describe('the name of a column', () => {
  test('changes in every key that uses it, and in no other', () => {
    const draft = getDraft(nodes)
    const renamed = withColumn(draft, getKey(draft, 'id'), { name: 'number' })
    expect(renamed.primary_key).toEqual(['number'])
    expect(renamed.foreign_keys.map(({ references }) => references.columns)).toEqual([
      ['number'],
      ['id'],
    ])
    const moved = withColumn({ ...draft, name: 'knots' }, getKey(draft, 'id'), { name: 'number' })
    expect(moved.foreign_keys[0]?.references).toMatchObject({ table: 'nodes', columns: ['number'] })
    const other = withColumn(draft, getKey(draft, 'owner_id'), { name: 'person_id' })
    expect(other.foreign_keys.map(({ columns }) => columns)).toEqual([['parent_id'], ['person_id']])
  })

  test('may share a prefix with another column, whose keys keep it', () => {
    const key = newColumn()
    const start = withNewColumn(getDraft(nodes), key)
    const draft = typed(start, key.key, 'identifier')
    expect(draft.primary_key).toEqual(['id'])
    expect(draft.foreign_keys).toEqual(start.foreign_keys)
    expect(listNames(draft).at(-1)).toBe('identifier')
    const shorter = withoutColumn(withColumn(draft, key.key, { name: 'id' }), key.key)
    expect(shorter.primary_key).toEqual(['id'])
    expect(shorter.foreign_keys).toHaveLength(2)
  })

  test('chooses nothing in a foreign key without a chosen column', () => {
    const added = newColumn()
    const draft = withNewColumn({ ...getDraft(nodes), foreign_keys: [newKey()] }, added)
    expect(typed(draft, added.key, 'note').foreign_keys[0]?.columns).toEqual([''])
    expect(withoutColumn(draft, added.key).foreign_keys).toHaveLength(1)
  })

  test('may be set after the column was made part of the primary key', () => {
    const added = newColumn()
    const draft = withKeyColumn(withNewColumn(getDraft(nodes), added), '', true)
    expect(typed(draft, added.key, 'part').primary_key).toEqual(['id', 'part'])
  })
})

describe('the schema and name of a new table', () => {
  const start: TableDraft = {
    ...newDraft('public'),
    name: 'tree',
    foreign_keys: [
      { ...newKey(), ...reference(['up'], 'tree', ['id']), isSelfReference: true },
      { ...newKey(), ...reference(['of'], 'trees', ['id']) },
    ],
  }

  test('change in its self-references, and not in keys to tables with similar names', () => {
    const draft = withNewPosition(withNewPosition(start, { name: 'trees' }), { name: 'trees_old' })
    expect(draft.name).toBe('trees_old')
    expect(draft.foreign_keys.map(({ references }) => references.table)).toEqual([
      'trees_old',
      'trees',
    ])
    const moved = withNewPosition(draft, { schema: 'shop' })
    expect(moved.foreign_keys.map(({ references }) => references.schema)).toEqual([
      'shop',
      'public',
    ])
  })

  test('are sent without the client-side state', () => {
    const [first] = getNewTable(start).foreign_keys
    expect(first).toEqual(reference(['up'], 'tree', ['id']))
  })
})

describe('columns', () => {
  test('that are removed remove the keys that use them, on both sides', () => {
    const draft = getDraft(nodes)
    const left = withoutColumn(draft, getKey(draft, 'id'))
    expect(left.primary_key).toEqual([])
    expect(left.foreign_keys.map(({ columns }) => columns)).toEqual([['owner_id']])
    expect(withoutColumn(draft, getKey(draft, 'title')).foreign_keys).toHaveLength(2)
    expect(withoutColumn(draft, 'another')).toBe(draft)
  })

  test('are inserted after the named one, or last', () => {
    const draft = getDraft(nodes)
    const after = withNewColumn(draft, newColumn({ name: 'new' }), getKey(draft, 'parent_id'))
    expect(listNames(after)).toEqual(['id', 'parent_id', 'new', 'owner_id', 'title'])
    expect(listNames(withNewColumn(draft, newColumn({ name: 'new' }), 'dropped')).at(-1)).toBe(
      'new',
    )
  })

  test('move by one position, never beyond the ends, and none is lost', () => {
    const step = fc.tuple(fc.nat({ max: 3 }), fc.constantFrom<(-1 | 1)[]>(-1, 1))
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const start = getDraft(nodes)
        for (const [at, by] of steps) {
          const before = start.columns
          const key = before[at]?.key ?? ''
          const after = withMovedColumn(start, key, by).columns
          const position = after.findIndex((one) => one.key === key)
          expect(position).toBe(Math.min(Math.max(at + by, 0), before.length - 1))
          expect(listNames({ columns: after }).toSorted()).toEqual(listNames(start).toSorted())
          start.columns = after
        }
      }),
    )
  })

  test('of a primary key are always NOT NULL', () => {
    const draft = withKeyColumn(getDraft(nodes), 'title', true)
    expect(draft.primary_key).toEqual(['id', 'title'])
    expect(draft.columns.at(-1)?.is_nullable).toBe(false)
    const back = withKeyColumn(draft, 'id', false)
    expect(back.primary_key).toEqual(['title'])
    expect(back.columns[0]?.is_nullable).toBe(false)
  })

  test('describe their properties in a few words', () => {
    const facts = (more: Partial<ColumnDesign>, isKey = false) => listFacts(newColumn(more), isKey)
    expect(facts({})).toEqual([])
    expect(facts({ is_nullable: false, is_unique: true, check: 'a > 0' })).toEqual([
      'not null',
      'unique',
      'check a > 0',
    ])
    expect(facts({ is_nullable: false, identity: 'always' }, true)).toEqual(['identity'])
    expect(facts({ default: { kind: 'literal', value: 'now()' } })).toEqual([`default 'now()'`])
    expect(facts({ default: { kind: 'expression', sql: 'now()' } })).toEqual(['default now()'])
    expect(facts({ generated: 'a * 2', comment: 'Twice' })).toEqual(['generated as a * 2', 'Twice'])
  })
})

test('a foreign key is changed or removed separately', () => {
  const draft = getDraft(nodes)
  const [first, second] = draft.foreign_keys
  const changed = withForeignKey(draft, first?.key ?? '', { on_delete: 'restrict' })
  expect(changed.foreign_keys.map(({ on_delete }) => on_delete)).toEqual(['restrict', 'cascade'])
  expect(withForeignKey(draft, first?.key ?? '', null).foreign_keys).toEqual([second])
})

describe('a stored draft', () => {
  const stored = (draft: TableDraft) =>
    readDraft(JSON.stringify({ draft, known: listNames(nodes) })) ?? { draft, known: [] }

  test('is restored, and anything else is ignored', () => {
    const draft = getDraft(nodes)
    expect(stored(draft)).toEqual({ draft, known: listNames(nodes) })
    expect(readDraft(undefined)).toBeUndefined()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readDraft(text)).toBeUndefined()
      }),
    )
  })

  test('gets the columns added since, and does not restore dropped ones', () => {
    let draft = getDraft(nodes)
    draft = withColumn(draft, getKey(draft, 'title'), { name: 'heading' })
    draft = withNewColumn(draft, newColumn({ name: 'mine' }))
    const now = {
      ...nodes,
      columns: [...nodes.columns.filter(({ name }) => name !== 'owner_id'), column('theirs')],
    }
    const result = rebased(stored(draft), now)
    expect(listNames(result)).toEqual(['id', 'parent_id', 'heading', 'mine', 'theirs'])
    expect(result.foreign_keys.map(({ columns }) => columns)).toEqual([['parent_id']])
  })

  test('keeps the user’s edits and those of others, for any added and dropped columns', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 })
    fc.assert(
      fc.property(names, names, names, (before, dropped, after) => {
        const table = { ...nodes, columns: before.map((one) => column(one)) }
        let draft = getDraft(table)
        for (const name of dropped) draft = withoutColumn(draft, getKey(draft, name))
        draft = withNewColumn(draft, newColumn({ name: 'typed' }))
        const now = { ...nodes, columns: after.map((one) => column(one)) }
        const result = listNames(rebased({ draft, known: before }, now))
        const target = after.filter((one) => !before.includes(one) || !dropped.includes(one))
        expect(result.toSorted()).toEqual([...target, 'typed'].toSorted())
      }),
    )
  })
})

test('suggested defaults are values of the type, or expressions', () => {
  const labels = (type: string, values?: string[]) =>
    suggestedDefaults(type, values).map(({ label }) => label)
  expect(labels('uuid')).toEqual(['gen_random_uuid()'])
  expect(labels('boolean')).toEqual(['true', 'false'])
  expect(labels('numeric(12,2)')).toEqual(['0'])
  expect(labels('text[]')).toEqual(['Empty array'])
  expect(labels('point')).toEqual([])
  expect(labels('mood', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toHaveLength(6)
  expect(suggestedDefaults('date')[0]?.value).toEqual({ kind: 'expression', sql: 'now()' })
  expect(suggestedDefaults('text')[0]?.value).toEqual({ kind: 'literal', value: '' })
})

test('a draft is previewed once its names, and both sides of its keys, are set', () => {
  const draft = { ...newDraft('public'), name: 'orders' }
  const pair = { columns: ['owner_id'], references: { schema: 'public', table: 'people' } }
  const withKey = (columns: string[]) => ({
    ...draft,
    foreign_keys: [{ ...newKey(), ...pair, references: { ...pair.references, columns } }],
  })
  expect(isBlank(newDraft('public'))).toBe(true)
  expect(isBlank(draft)).toBe(false)
  expect(isBlank({ ...draft, foreign_keys: [newKey()] })).toBe(true)
  expect(isBlank(withKey(['']))).toBe(true)
  expect(isBlank(withKey(['id']))).toBe(false)
})
