import { referringTables } from '@basalt/pg-catalog'
import type { ChangedDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { alterSteps } from './alter-table.ts'
import {
  dropSteps,
  duplicateSteps,
  type Duplication,
  enableRlsSteps,
  indexSteps,
  refreshSteps,
  shownSteps,
  truncateSteps,
  viewSteps,
} from './other-changes.ts'
import { probeOn } from './probe.ts'
import { type DesignedTable, readDesign } from './read-design.ts'
import { type DesignedView, readView } from './read-view.ts'
import { runSteps } from './run-steps.ts'
import { findViolations } from './violations.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

beforeEach(() =>
  database.run(
    'drop schema if exists shop cascade',
    'create schema shop',
    'create table shop.people (id bigint primary key, name text)',
    `create table shop."Or""ders" (
      id bigint generated always as identity primary key,
      parent_id bigint constraint up references shop."Or""ders" (id),
      person_id bigint constraint person references shop.people (id) on delete cascade,
      note text not null default 'none' check (note <> ''),
      size bigint generated always as (length(note)) stored
    )`,
    `comment on column shop."Or""ders".note is 'As it was said'`,
    `comment on table shop."Or""ders" is 'Moss''s orders'`,
    'create index by_note on shop."Or""ders" (note)',
    'alter table shop."Or""ders" enable row level security',
    `create policy "see own" on shop."Or""ders" as restrictive for select to public using (note <> 'secret')`,
    `insert into shop.people values (1, 'Ada'), (2, 'Bo')`,
    `insert into shop."Or""ders" (parent_id, person_id, note) values (null, 1, 'moss'), (1, 2, 'fern')`,
  ),
)

async function getId(name: string, schema = 'shop'): Promise<number> {
  const [row] = await database.db.query<{ id: number }>(
    `select c.oid::int as id from pg_class c
     where relnamespace = $2::text::regnamespace and relname = $1`,
    [name, `"${schema}"`],
  )
  return row?.id ?? 0
}

async function table(name: string, schema = 'shop'): Promise<DesignedTable> {
  const found = await readDesign(database.db, await getId(name, schema))
  if (found === null) throw new Error('The table is not there')
  return found
}

async function view(name: string): Promise<DesignedView> {
  const found = await readView(database.db, await getId(name))
  if (found === null) throw new Error('The view is not there')
  return found
}

const listRows = async (sql: string) => (await database.db.text(sql)).rows

async function duplicate(more: Partial<Duplication> = {}): Promise<DesignedTable> {
  const requested = {
    schema: 'shop',
    name: 'copy of "it"',
    with_data: true,
    with_indexes: true,
    with_policies: true,
    with_foreign_keys: true,
    ...more,
  }
  const steps = await duplicateSteps(database.db, await table('Or"ders'), requested)
  await runSteps(database.db, { steps })
  return table(requested.name, requested.schema)
}

const listReferences = ({ design }: DesignedTable) =>
  design.foreign_keys.map(({ references }) => references.table).toSorted()

const copy = 'shop."copy of ""it"""'
const policiesOn = (name: string) =>
  listRows(`select policyname, permissive, cmd, qual from pg_policies where tablename = '${name}'`)

describe('a duplicated table', () => {
  test('has the columns, rows, keys and policies of the first, and continues its sequences', async () => {
    const source = await table('Or"ders')
    const created = await duplicate()
    expect(created.design.columns).toEqual(source.design.columns)
    expect(created.design.comment).toBe("Moss's orders")
    expect(created.design).toMatchObject({ primary_key: ['id'], rls_enabled: true })
    expect(listReferences(created)).toEqual(['copy of "it"', 'people'])
    expect(await listRows(`select * from ${copy} order by id`)).toEqual(
      await listRows('select * from shop."Or""ders" order by id'),
    )
    expect(await listRows(`insert into ${copy} (note) values ('new') returning id`)).toEqual([
      ['3'],
    ])
    expect(await policiesOn('copy of "it"')).toEqual(await policiesOn('Or"ders'))
    expect(await policiesOn('copy of "it"')).toHaveLength(1)
  })

  test('references itself where the first does, in its own schema, and nothing without indexes', async () => {
    await database.run('drop schema if exists "of copies" cascade', 'create schema "of copies"')
    const requested = { schema: 'of copies', name: 'copy' }
    expect(listReferences(await duplicate(requested))).toEqual(['copy', 'people'])
    const keys = `select confrelid = conrelid, pg_get_constraintdef(oid) from pg_constraint
      where conrelid = '"of copies".copy'::regclass and contype = 'f' order by 1`
    expect(await listRows(keys)).toEqual([
      ['f', 'FOREIGN KEY (person_id) REFERENCES shop.people(id) ON DELETE CASCADE'],
      ['t', 'FOREIGN KEY (parent_id) REFERENCES "of copies".copy(id)'],
    ])
    await database.run('drop schema "of copies" cascade')
    expect(listReferences(await duplicate({ with_indexes: false }))).toEqual(['people'])
  })

  test('leaves out everything not requested, but never row level security', async () => {
    const created = await duplicate({
      with_data: false,
      with_indexes: false,
      with_policies: false,
      with_foreign_keys: false,
    })
    expect(created.design).toMatchObject({ primary_key: [], foreign_keys: [], rls_enabled: true })
    expect(await policiesOn('copy of "it"')).toEqual([])
    expect(await listRows(`select count(*) from ${copy}`)).toEqual([['0']])
    expect(await listRows(`select indexname from pg_indexes where tablename like 'copy%'`)).toEqual(
      [],
    )
  })

  test('is refused at the field when the name is taken', async () => {
    await expect(duplicate({ name: 'people' })).rejects.toMatchObject({
      name: 'DesignError',
      fields: { name: expect.stringMatching(/people/u) },
    })
    await expect(duplicate({ schema: 'nowhere' })).rejects.toMatchObject({
      fields: { schema: expect.any(String) },
    })
  })
})

describe('truncating a table', () => {
  test('lists referencing tables, and truncates them on request', async () => {
    expect(await referringTables(database.db, await getId('people'))).toEqual(['shop.Or"ders'])
    const people = { schema: 'shop', name: 'people', kind: 'table' as const }
    await expect(
      runSteps(database.db, {
        steps: truncateSteps(people, { cascade: false, restart_identity: false }),
      }),
    ).rejects.toThrow(/foreign key/u)
    await runSteps(database.db, {
      steps: truncateSteps(people, { cascade: true, restart_identity: true }),
    })
    expect(
      await listRows(
        'select (select count(*) from shop.people), (select count(*) from shop."Or""ders")',
      ),
    ).toEqual([['0', '0']])
  })

  test('continues or restarts its identity, as requested', async () => {
    const orders = { schema: 'shop', name: 'Or"ders', kind: 'table' as const }
    const nextAfter = async (restarts: boolean) => {
      const steps = truncateSteps(orders, { cascade: false, restart_identity: restarts })
      await runSteps(database.db, { steps })
      return listRows(`insert into shop."Or""ders" (note) values ('a') returning id`)
    }
    expect(await nextAfter(false)).toEqual([['3']])
    expect(await nextAfter(true)).toEqual([['1']])
  })
})

describe('a view', () => {
  beforeEach(() =>
    database.run(
      'create view shop.names with (security_invoker) as select id, name from shop.people',
      'create materialized view shop.kept as select name from shop.people',
    ),
  )

  test('gets its query, comment, name and schema in one change', async () => {
    await database.run('create schema if not exists other')
    const current = await view('names')
    const target = {
      schema: 'other',
      name: 'Na"mes',
      comment: `It's theirs`,
      definition: `${current.design.definition} where name <> 'Bo'`.replace('WHERE', 'where'),
    }
    await runSteps(database.db, { steps: viewSteps(current, target) })
    expect(await listRows('select * from other."Na""mes"')).toEqual([['1', 'Ada']])
    expect(
      await listRows(`select obj_description('other."Na""mes"'::regclass, 'pg_class')`),
    ).toEqual([[`It's theirs`]])
    const [stored] = await listRows(
      `select reloptions from pg_class where oid = 'other."Na""mes"'::regclass`,
    )
    expect(stored).toEqual(['{security_invoker=true}'])
    await database.run('drop schema other cascade')
  })

  test('that is not changed gets no statement, and its version shows whether it was', async () => {
    const current = await view('names')
    expect(viewSteps(current, current.design)).toEqual([])
    expect((await view('names')).version).toBe(current.version)
    await database.run('create or replace view shop.names as select id, name, 1 from shop.people')
    expect((await view('names')).version).not.toBe(current.version)
  })

  test('is refused at its query where PostgreSQL refuses that', async () => {
    const current = await view('names')
    const steps = viewSteps(current, { ...current.design, definition: 'select nothing from here' })
    await expect(runSteps(database.db, { steps })).rejects.toMatchObject({
      fields: { definition: expect.stringMatching(/here/u) },
    })
  })

  test('that is materialized has the query it was created with', async () => {
    const current = await view('kept')
    expect(() => viewSteps(current, { ...current.design, definition: 'select 1' })).toThrow(
      /create a new view/u,
    )
  })

  test('is refreshed concurrently only with a unique index over plain columns', async () => {
    expect((await view('kept')).has_unique_index).toBe(false)
    await database.run('create unique index on shop.kept (lower(name))')
    expect((await view('kept')).has_unique_index).toBe(false)
    await database.run('create unique index on shop.kept (name)', 'delete from shop."Or""ders"')
    await database.run('delete from shop.people where id = 2')
    const current = await view('kept')
    expect(current.has_unique_index).toBe(true)
    const steps = refreshSteps(
      { ...current.design, size_bytes: current.size_bytes },
      { concurrently: true },
    )
    expect(shownSteps(steps)[0]?.note).toMatchObject({ lock: 'EXCLUSIVE', blocks: 'writes' })
    await runSteps(database.db, { steps })
    expect(await listRows('select name from shop.kept')).toEqual([['Ada']])
  })

  test('is dropped by its own kind, and a table with CASCADE on request', async () => {
    const kept = { schema: 'shop', name: 'kept', kind: 'materialized_view' } as const
    await runSteps(database.db, { steps: dropSteps(kept, { cascade: false }) })
    expect(await getId('kept')).toBe(0)
    const people = { schema: 'shop', name: 'people', kind: 'table' } as const
    await expect(
      runSteps(database.db, { steps: dropSteps(people, { cascade: false }) }),
    ).rejects.toThrow(/depend/u)
    await runSteps(database.db, { steps: dropSteps(people, { cascade: true }) })
    expect([await getId('people'), await getId('names')]).toEqual([0, 0])
  })
})

test('an index has the requested order, nulls, uniqueness and operator class', async () => {
  const { design, size_bytes } = await table('Or"ders')
  const steps = indexSteps(
    { ...design, size_bytes },
    {
      name: 'my "index"',
      method: 'btree',
      is_unique: true,
      concurrently: true,
      columns: [
        { name: 'note', operator_class: 'text_pattern_ops' },
        { name: 'id', descending: true, nulls: 'last' },
      ],
    },
  )
  await runSteps(database.db, { steps })
  const [[sql] = []] = await listRows(
    `select indexdef from pg_indexes where indexname = 'my "index"' and schemaname = 'shop'`,
  )
  expect(sql).toMatch(/UNIQUE INDEX.*\(note text_pattern_ops, id DESC NULLS LAST\)$/u)
})

describe('rows that violate a foreign key', () => {
  const orders = { schema: 'shop', name: 'Or"ders' }
  const key = {
    columns: ['person_id'],
    references: { schema: 'shop', table: 'people', columns: ['id'] },
  }

  test('are found, without those that have NULL', async () => {
    await database.run(
      'alter table shop."Or""ders" drop constraint person',
      'insert into shop."Or""ders" (person_id) values (77), (null), (78)',
    )
    const found = await findViolations(database.db, orders, key)
    expect(found).toMatchObject({ count: 2, has_more: false })
    const position = found.columns.indexOf('person_id')
    expect(new Set(found.rows.map((row) => row[position]))).toEqual(new Set(['77', '78']))
  })

  test('are none when every row satisfies it', async () => {
    expect(await findViolations(database.db, orders, key)).toMatchObject({
      count: 0,
      has_more: false,
      rows: [],
    })
  })
})

describe('a change that is blocked by another session', () => {
  const people = { schema: 'shop', name: 'people' }

  test('changes nothing, and names the session that it waited for', async () => {
    const id = await getId('people')
    const other = await database.db.session()
    await other.text('begin')
    await other.text('select * from shop.people')
    await expect(
      runSteps(database.db, {
        steps: enableRlsSteps(people),
        tableId: id,
        // A short timeout instead of 5 s shows the same.
        before: async (tx) => void (await tx.text("set local lock_timeout = '50ms'")),
      }),
    ).rejects.toMatchObject({
      name: 'LockedError',
      holders: [{ state: 'idle in transaction', table: expect.stringMatching(/people/u) }],
    })
    await other.text('rollback')
    await other.release()
    expect((await table('people')).design.rls_enabled).toBe(false)
  })

  test('reports the committed part when only a step after the transaction failed', async () => {
    const index = { method: 'btree', is_unique: true, concurrently: true } as const
    await database.run(`insert into shop.people values (3, 'Bo')`)
    const steps = [
      ...enableRlsSteps(people),
      ...indexSteps({ ...people, size_bytes: 0 }, { ...index, columns: [{ name: 'name' }] }),
    ]
    await expect(runSteps(database.db, { steps })).rejects.toMatchObject({
      name: 'PartlyDoneError',
      message: expect.stringMatching(/^The change was saved, but “create unique index/u),
    })
    expect((await table('people')).design.rls_enabled).toBe(true)
  })
})

test('a self-referencing key is unchanged when its columns are renamed', async () => {
  const current = await table('Or"ders')
  const rename = { id: 'number', parent_id: 'up' } as Record<string, string>
  const named = (names: readonly string[]) => names.map((name) => rename[name] ?? name)
  const { columns, foreign_keys, primary_key, ...rest } = current.design
  const target: ChangedDesign = {
    ...rest,
    primary_key: named(primary_key),
    columns: columns.map((one) => ({
      ...one,
      name: rename[one.name] ?? one.name,
      was: one.name,
      using: null,
    })),
    foreign_keys: foreign_keys.map((one) => ({
      ...one,
      columns: named(one.columns),
      references:
        one.name === 'up'
          ? { ...one.references, columns: named(one.references.columns) }
          : one.references,
    })),
  }
  const { db } = database
  const steps = await alterSteps(
    db,
    { current, target, online: false },
    probeOn(db, current.design),
  )
  expect(shownSteps(steps).map(({ sql }) => sql)).toEqual([
    'alter table "shop"."Or""ders" rename column "id" to "number"',
    'alter table "shop"."Or""ders" rename column "parent_id" to "up"',
  ])
  await runSteps(db, { steps, columns: target.columns, tableId: current.id })
  expect((await table('Or"ders')).design.foreign_keys).toEqual(target.foreign_keys)
})
