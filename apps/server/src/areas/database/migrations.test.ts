import { changeTemplates, reportTemplates, sqlQuickstarts } from '@basalt/catalog'
import { databaseMigrations } from '@basalt/contract/database/migrations'
import { projects } from '@basalt/contract/project/projects'
import type { ProjectDatabase } from '@basalt/engine'
import { splitStatements } from '@basalt/pg-sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

let cast: ProjectFixtures
let client: ConnectedClient
let reader: ConnectedClient
let db: ProjectDatabase
let ref: string

beforeAll(async () => {
  cast = await projectFixtures()
  ;({ owner: client, ref } = cast)
  reader = (await cast.member('Read-only')).client
  const { connectionString } = await reader.call(projects.detail, { params: { ref } })
  reader.connections.set(ref, connectionString ?? '')
  db = await cast.install.engine.open(ref, 'owner')
})
afterAll(() => cast.close())

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
    await expect(record({ ...first, sql })).resolves.toEqual({ ...first, statements })
    const later = { version: '20260102000000', name: 'later' }
    await record({ ...later, sql: 'select 1' })
    expect(await list()).toEqual([
      { ...later, statements: ['select 1'] },
      { ...first, statements },
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
    expect(await list()).toEqual([{ version: '2020', name: null, statements: [] }])
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
