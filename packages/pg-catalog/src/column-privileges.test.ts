import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  type PrivilegeChange,
  privilegeStatements,
  readColumnPrivileges,
  unmetChanges,
} from './column-privileges.ts'
import { listRoles } from './roles.ts'

let database: TestDatabase
let tableId: number

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table public."Odd ""people""" (id int, name text, "pass "", word" text, dropped int)',
    'alter table public."Odd ""people""" drop column dropped',
    'create role reader',
    'create role "We""ird; role" login',
    'create role member in role reader',
    'grant select (name) on public."Odd ""people""" to reader',
    'grant insert on public."Odd ""people""" to reader',
    'grant update (id) on public."Odd ""people""" to public',
  )
  const rows = await database.db.query<{ id: number }>(
    `select 'public."Odd ""people"""'::regclass::oid::int as id`,
  )
  tableId = rows[0]?.id ?? 0
})
afterAll(() => database.dispose())

const read = async (role: string) => {
  const found = await readColumnPrivileges(database.db, { tableId, role })
  if (found === null) throw new Error(`${role} is not known`)
  return found
}

const change = (more: Partial<PrivilegeChange>): PrivilegeChange => ({
  privilege: 'SELECT',
  grant: [],
  revoke: [],
  revoke_table_wide: false,
  ...more,
})

async function apply(role: string, ...changes: PrivilegeChange[]) {
  const found = await read(role)
  await database.run(...privilegeStatements(found.table, { role, changes }))
  return read(role)
}

test('roles are listed by name with their attributes, without those of PostgreSQL', async () => {
  const roles = await listRoles(database.db)
  expect(roles.filter(({ name }) => name.startsWith('pg_'))).toEqual([])
  expect(roles).toContainEqual({ name: 'We"ird; role', can_login: true, is_superuser: false })
  expect(roles).toContainEqual({ name: 'reader', can_login: false, is_superuser: false })
  expect(roles.map(({ name }) => name)).toEqual(
    roles.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)),
  )
})

describe('column privileges of a role', () => {
  test('distinguish the grant on a column from the one on the table, and both from the effective privilege', async () => {
    const { table, table_wide, columns } = await read('reader')
    expect(table).toEqual({
      id: tableId,
      schema: 'public',
      name: 'Odd "people"',
      owner: 'postgres',
    })
    expect(table_wide).toEqual(['INSERT'])
    expect(columns).toEqual([
      { name: 'id', data_type: 'integer', granted: [], effective: ['INSERT', 'UPDATE'] },
      { name: 'name', data_type: 'text', granted: ['SELECT'], effective: ['SELECT', 'INSERT'] },
      { name: 'pass ", word', data_type: 'text', granted: [], effective: ['INSERT'] },
    ])
  })

  test('are inherited by members and apply to the owner without a grant', async () => {
    const { table_wide, columns } = await read('member')
    expect([table_wide, columns[1]?.granted]).toEqual([[], []])
    expect(columns[1]?.effective).toEqual(['SELECT', 'INSERT'])
    expect((await read('postgres')).columns[2]?.effective).toEqual(['SELECT', 'INSERT', 'UPDATE'])
  })

  test('require an existing role and table', async () => {
    const missing = { tableId, role: 'nobody' }
    expect(await readColumnPrivileges(database.db, missing)).toBeNull()
    expect(await readColumnPrivileges(database.db, { tableId: 1, role: 'reader' })).toBeNull()
  })
})

describe('a change of column privileges', () => {
  test('quotes every name', async () => {
    const role = 'We"ird; role'
    const after = await apply(role, change({ grant: ['pass ", word', 'id'] }))
    expect(after.columns.map(({ granted }) => granted)).toEqual([['SELECT'], [], ['SELECT']])
    const back = await apply(role, change({ revoke: ['pass ", word'] }))
    expect(back.columns.map(({ granted }) => granted)).toEqual([['SELECT'], [], []])
  })

  test('turns a grant on the table into grants on the remaining columns', async () => {
    const wide = change({ privilege: 'INSERT', revoke_table_wide: true, grant: ['id', 'name'] })
    const { table, table_wide, columns } = await apply('reader', wide)
    expect(table_wide).toEqual([])
    expect(columns.map(({ granted }) => granted)).toEqual([['INSERT'], ['SELECT', 'INSERT'], []])
    expect(privilegeStatements(table, { role: 'reader', changes: [wide] })).toEqual([
      'revoke INSERT on table "public"."Odd ""people""" from "reader"',
      'grant INSERT ("id", "name") on table "public"."Odd ""people""" to "reader"',
    ])
  })

  test('reports statements that PostgreSQL accepted without effect', async () => {
    await database.run(
      'create role broker',
      'create role client',
      'grant broker to postgres with inherit false, set true',
      'grant select (name) on public."Odd ""people""" to broker with grant option',
    )
    await database.db.transaction(async (tx) => {
      await tx.text('set local role broker')
      await tx.text('grant select (name) on public."Odd ""people""" to client')
    })
    const requested = [
      change({ revoke: ['name'] }),
      change({ privilege: 'UPDATE', grant: ['name'] }),
    ]
    const after = await apply('client', ...requested)
    expect(unmetChanges(after, requested)).toEqual(['SELECT on name is still granted'])
    expect(
      unmetChanges({ table_wide: ['SELECT'], columns: [] }, [
        change({ revoke_table_wide: true, grant: ['id'] }),
      ]),
    ).toEqual(['SELECT on the whole table is still granted', 'SELECT on id was not granted'])
  })
})
