import { changeTemplates, reportTemplates, sqlQuickstarts } from '@basalt/catalog'
import { databaseMigrations } from '@basalt/contract/database/migrations'
import { databasePolicies } from '@basalt/contract/database/objects/policies'
import { databaseViews } from '@basalt/contract/database/objects/views'
import { projects } from '@basalt/contract/project/projects'
import type { ProjectDatabase } from '@basalt/engine'
import { splitStatements } from '@basalt/pg-sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let client: ConnectedClient
let reader: ConnectedClient
let db: ProjectDatabase
let ref: string

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner: client, ref } = fixtures)
  reader = (await fixtures.member('Read-only')).client
  const { connectionString } = await reader.call(projects.detail, { params: { ref } })
  reader.connections.set(ref, connectionString ?? '')
  db = await fixtures.install.engine.open(ref, 'owner')
})
afterAll(() => fixtures.close())

const list = (as = client) => as.call(databaseMigrations.list, { params: { ref } })
const record = (body: { version: string; name: string; sql: string }, as = client) =>
  as.call(databaseMigrations.record, { params: { ref }, body })

const first = { version: '20260101000000', name: 'orders' }

describe('migrations', () => {
  test('are none before one was recorded', async () => {
    expect(await list()).toEqual([])
  })

  test('are recorded statement by statement, and none of them is run', async () => {
    const sql =
      'create table never_made (id int); -- a comment;\ninsert into never_made values (1);'
    const statements = ['create table never_made (id int)', 'insert into never_made values (1)']
    await expect(record({ ...first, sql })).resolves.toEqual({
      ...first,
      statements,
      rollback: null,
    })
    const later = { version: '20260102000000', name: 'later' }
    await record({ ...later, sql: 'select 1' })
    expect(await list()).toEqual([
      { ...later, statements: ['select 1'], rollback: null },
      { ...first, statements, rollback: null },
    ])
    const [created] = await db.query<{ name: string | null }>(
      "select to_regclass('never_made') as name",
    )
    expect(created?.name).toBeNull()
  })

  test('are never overwritten, and one without a statement is refused', async () => {
    await expect(record({ ...first, sql: 'select 2' })).rejects.toMatchObject({ code: 409 })
    await expect(
      record({ version: '20260103000000', name: 'empty', sql: '-- nothing' }),
    ).rejects.toMatchObject({ code: 400, message: 'The query has no statement' })
    await expect(record({ version: '1', name: 'x', sql: 'select 1' })).rejects.toMatchObject({
      code: 400,
      fields: { version: 'A version has 14 digits' },
    })
  })

  test('are not recorded by a reader', async () => {
    const next = { version: '20260104000000', name: 'x', sql: 'select 1' }
    await expect(record(next, reader)).rejects.toMatchObject({ code: 403 })
  })

  test('of an older tool, which stored no names, are listed too', async () => {
    await db.text('drop table supabase_migrations.schema_migrations')
    await db.text('create table supabase_migrations.schema_migrations (version text primary key)')
    await db.text("insert into supabase_migrations.schema_migrations values ('2020')")
    expect(await list()).toEqual([{ version: '2020', name: null, statements: [], rollback: null }])
    await record({ ...first, sql: 'select 1' })
    expect((await list()).map(({ name }) => name)).toEqual(['orders', null])
  })
})

const texts = [...changeTemplates, ...reportTemplates, ...sqlQuickstarts]
const undone = new Error('undone')

describe('templates and quickstarts', () => {
  test('are at least twenty, each with a unique name', () => {
    expect(texts.length).toBeGreaterThanOrEqual(20)
    expect(new Set(texts.map(({ id }) => id)).size).toBe(texts.length)
  })

  test.each(texts.map((template) => [template.title, template.sql] as const))(
    '%s runs in an empty database',
    async (_, sql) => {
      let isDone = false
      const attempt = db.transaction(async (tx) => {
        for (const { text } of splitStatements(sql)) await tx.text(text)
        isDone = true
        throw undone
      })
      await expect(attempt).rejects.toBe(undone)
      expect(isDone).toBe(true)
    },
  )
})

describe('a change of an object', () => {
  const params = { ref: '' }
  const design = {
    schema: 'public',
    table: 'notes',
    name: 'Own rows',
    comment: null,
    command: 'select' as const,
    is_permissive: true,
    roles: [],
    using: 'true',
    check: null,
    row_security: 'on' as const,
  }
  const apply = (body: Parameters<typeof client.call<typeof databasePolicies.apply>>[1]['body']) =>
    client.call(databasePolicies.apply, { params, body })
  const newest = async () => (await list())[0]

  beforeAll(async () => {
    params.ref = ref
    await db.text('create table notes (id int primary key)')
  })

  test('is recorded as a migration with the statements that undo it', async () => {
    const { id } = await apply({ action: 'create', design })
    expect(await newest()).toEqual({
      version: expect.stringMatching(/^\d{14}$/u),
      name: 'create_policy_public_own_rows',
      statements: expect.arrayContaining([expect.stringContaining('create policy "Own rows"')]),
      rollback: ['drop policy "Own rows" on "public"."notes"'],
    })
    const found = await client.call(databasePolicies.read, { params: { ref, id: id ?? 0 } })
    const changed = { ...found.design, using: 'id > 1' }
    await apply({ action: 'alter', id: id ?? 0, version: found.version, design: changed })
    expect((await newest())?.rollback).toEqual([expect.stringMatching(/using \(true\)/iu)])
    await apply({ action: 'drop', id: id ?? 0, cascade: false })
    const dropped = await newest()
    expect(dropped?.name).toBe('drop_policy_public_own_rows')
    for (const statement of dropped?.rollback ?? []) await db.text(statement)
    expect(await db.query('select polname from pg_policy')).toEqual([{ polname: 'Own rows' }])
    const versions = (await list()).map(({ version }) => version)
    expect(new Set(versions).size).toBe(versions.length)
  })

  test('of a view that is created again is undone with its grants', async () => {
    await db.text('create role auditor')
    await db.text('create view numbered as select id, 1 as one from notes')
    await db.text('grant select on numbered to auditor')
    const { rows } = await client.call(databaseViews.list, {
      params,
      query: { search: 'numbered' },
    })
    const read = (id: number) => client.call(databaseViews.read, { params: { ref, id } })
    const found = await read(rows[0]?.id ?? 0)
    const { id } = await client.call(databaseViews.apply, {
      params,
      body: {
        action: 'alter',
        id: found.row.id,
        version: found.version,
        design: { ...found.design, query: 'select 1 as one, id from notes' },
      },
    })
    expect(id).not.toBe(found.row.id)
    for (const statement of (await newest())?.rollback ?? []) await db.text(statement)
    const [restored] = await db.query<{ id: number; can_read: boolean }>(
      `select 'numbered'::regclass::int8::float8 as id,
         has_table_privilege('auditor', 'numbered', 'select') as can_read`,
    )
    expect(restored?.can_read).toBe(true)
    expect((await read(restored?.id ?? 0)).design).toEqual(found.design)
  })

  test('is made although the table of migrations cannot be written', async () => {
    await db.text('alter table supabase_migrations.schema_migrations rename to elsewhere')
    await db.text(
      'create view supabase_migrations.schema_migrations as select null::text as version where false',
    )
    const { id } = await apply({ action: 'create', design: { ...design, name: 'second' } })
    expect(id).not.toBeNull()
  })
})
