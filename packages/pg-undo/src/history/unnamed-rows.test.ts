import { randomUUID } from 'node:crypto'

import { saveChange, ShapeCache, listHistory } from '@basalt/pg-rows'
import { foreignServer, type ForeignServer } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { undoChange } from './undo.ts'

let server: ForeignServer
const shapes = new ShapeCache()

beforeAll(async () => {
  server = await foreignServer()
  for (const statement of [
    'create table parcels (id int primary key, name text)',
    `create foreign table far (id int, name text) server elsewhere
      options (schema_name 'public', table_name 'parcels')`,
    'create view seen as select * from parcels',
    'create table parted (id int, name text) partition by range (id)',
    'create table parted_all partition of parted for values from (minvalue) to (maxvalue)',
  ])
    await server.db.text(statement)
})
afterAll(() => server.dispose())

test.each(['far', 'seen', 'parted'])(
  'a row inserted into %s, which has no key, is not reported as undone',
  async (name) => {
    const { db } = server
    const count = async () => (await db.text(`select count(*) from ${name}`)).rows[0]?.[0]
    const [found] = (await db.text(`select '${name}'::regclass::oid`)).rows
    const table = Number(found?.[0])
    const before = Number(await count())
    const id = randomUUID()
    const values = { id: String(before + 1), name: 'new' }
    const operations = [{ op: 'insert' as const, table, values }]
    const saved = await saveChange(db, { id, by: 'ada', operations }, shapes)
    expect(saved).toMatchObject({ outcome: 'saved', results: [{ row: [values.id, 'new'] }] })
    const reason = `The rows inserted into public.${name} have no key`
    const request = { change: id, by: 'ada', resolutions: {}, onPlan: () => {} }
    await expect(undoChange(db, { ...request, id: randomUUID() }, shapes)).rejects.toThrow(reason)
    expect(Number(await count())).toBe(before + 1)
    const changes = await listHistory(db, { limit: 1, table: undefined, before: undefined })
    expect(changes).toMatchObject([{ id, fixed_because: reason }])
  },
)
