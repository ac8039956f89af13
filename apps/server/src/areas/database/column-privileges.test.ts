import { databaseColumnPrivileges as routes } from '@basalt/contract/database/column-privileges'
import { databaseTables } from '@basalt/contract/database/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let owner: ConnectedClient
let reader: ConnectedClient
let params: { ref: string; id: number }

const run = (...statements: string[]) => fixtures.run(...statements)

beforeAll(async () => {
  fixtures = await projectFixtures()
  const { ref } = fixtures
  ;({ owner } = fixtures)
  params = { ref, id: 0 }
  await run(
    'create table public.staff (id int, name text, salary numeric)',
    'create role clerk login',
    'create role broker',
    'grant update on public.staff to clerk',
    'grant select (name) on public.staff to broker with grant option',
    'grant broker to postgres with inherit false, set true',
  )
  const db = await fixtures.install.engine.open(ref, 'owner')
  await db.transaction(async (tx) => {
    await tx.text('set local role broker')
    await tx.text('grant select (name) on public.staff to clerk')
  })
  const { tables } = await owner.call(databaseTables.list, {
    params: { ref },
    query: { search: 'staff' },
  })
  params.id = tables[0]?.id ?? 0
  reader = (await fixtures.member('Read-only')).client
})
afterAll(() => fixtures.close())

const read = (client = owner) => client.call(routes.read, { params, query: { role: 'clerk' } })

const listGrants = async () =>
  Object.fromEntries((await read()).columns.map(({ name, granted }) => [name, granted]))

type Change = Partial<Parameters<typeof body>[0]>
const body = (change: {
  privilege: 'SELECT' | 'INSERT' | 'UPDATE'
  grant: string[]
  revoke: string[]
  revoke_table_wide: boolean
}) => ({ role: 'clerk', changes: [change] })
const request = (more: Change) =>
  body({ privilege: 'SELECT', grant: [], revoke: [], revoke_table_wide: false, ...more })
const change = (more: Change, client = owner) =>
  client.call(routes.change, { params, body: request(more) })

const audited = () =>
  fixtures.install.store
    .selectFrom('audit_log')
    .select(['outcome', 'after', 'target_name', 'project_ref'])
    .where('action', '=', 'column_privileges.changed')
    .orderBy('number')
    .execute()

describe('privileges of columns', () => {
  test('are readable by every user with read access to the database', async () => {
    const roles = await reader.call(routes.roles, { params: { ref: params.ref } })
    expect(roles).toContainEqual({ name: 'clerk', can_login: true, is_superuser: false })
    const found = await read(reader)
    expect(found).toMatchObject({ role: 'clerk', table_wide: ['UPDATE'] })
    expect(found.columns[1]).toEqual({
      name: 'name',
      data_type: 'text',
      granted: ['SELECT'],
      effective: ['SELECT', 'UPDATE'],
    })
  })

  test('are previewed as SQL, without a change', async () => {
    const { statements } = await reader.call(routes.preview, {
      params,
      body: request({ grant: ['id', 'salary'] }),
    })
    expect(statements).toEqual([
      'grant SELECT ("id", "salary") on table "public"."staff" to "clerk"',
    ])
    expect(await listGrants()).toMatchObject({ id: [], salary: [] })
  })

  test('are changed by a user with that right, with an audit entry', async () => {
    await change({ grant: ['id', 'salary'] })
    await change({ privilege: 'UPDATE', revoke_table_wide: true, grant: ['name'] })
    expect(await listGrants()).toEqual({
      id: ['SELECT'],
      name: ['SELECT', 'UPDATE'],
      salary: ['SELECT'],
    })
    const rows = await audited()
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      outcome: 'done',
      target_name: 'public.staff',
      project_ref: params.ref,
    })
    expect(JSON.parse(rows[0]?.after ?? '')).toMatchObject({
      role: 'clerk',
      changes: [{ privilege: 'SELECT', grant: ['id', 'salary'] }],
    })
  })

  test('cannot be changed by a reader', async () => {
    await expect(change({ grant: ['id'] }, reader)).rejects.toMatchObject({ code: 403 })
  })

  test('are changed together in one transaction', async () => {
    const before = await listGrants()
    // Another role granted this, which PostgreSQL skips with a warning.
    await expect(change({ revoke: ['name'], grant: [] })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('SELECT on name is still granted'),
    })
    await expect(change({ revoke: ['name', 'id'] })).rejects.toMatchObject({ code: 409 })
    expect(await listGrants()).toEqual(before)
    expect((await audited()).filter(({ outcome }) => outcome === 'failed')).toHaveLength(2)
  })

  test('of missing objects are refused before anything runs', async () => {
    const count = (await audited()).length
    await expect(change({ grant: ['missing'] })).rejects.toMatchObject({
      code: 400,
      message: 'The table no longer has the column missing',
    })
    await expect(change({})).rejects.toMatchObject({ code: 400 })
    const nobody = owner.call(routes.read, { params, query: { role: 'nobody' } })
    await expect(nobody).rejects.toMatchObject({ code: 404 })
    expect(await audited()).toHaveLength(count)
  })
})
