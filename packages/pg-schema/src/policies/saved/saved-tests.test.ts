import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { PolicyTest } from '../policy-test.ts'
import { runChanged } from './run-script.ts'
import { deleteSavedTest, listSavedTests, runSavedTests, savePolicyTest } from './saved-tests.ts'

let database: TestDatabase
let tableId: number

const own = `owner = current_setting('request.jwt.claims')::json ->> 'sub'`

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create role member nologin',
    `create table public."Odd Notes" (
       id int generated always as identity, owner text, "it's" text default 'a$test$b',
       length int generated always as (length(owner)) stored, primary key (id)
     )`,
    `insert into public."Odd Notes" (owner) values ('ada'), ('ben'), ('ada'), (null)`,
    'alter table public."Odd Notes" enable row level security',
    'grant all on public."Odd Notes" to member',
    `create policy "own rows" on public."Odd Notes" to member using (${own})`,
  )
  const [table] = await database.db.query<{ id: number }>(
    `select 'public."Odd Notes"'::regclass::oid::int8::float8 as id`,
  )
  tableId = table?.id ?? 0
})
afterAll(() => database.dispose())

const save = (name: string, part: Partial<PolicyTest> = {}) =>
  savePolicyTest(
    database.db,
    {
      tableId,
      role: 'member',
      claims: '{"sub": "ada"}',
      operation: 'select',
      values: {},
      returning: true,
      limit: 100,
      ...part,
    },
    { name, extensions: ['basalt_tap'] },
  )

const readRows = () =>
  database.db.query(`select id, owner, "it's" as text from public."Odd Notes" order by id`)

describe('a saved test', () => {
  test.each([
    ['reading', { operation: 'select' }, 1],
    ['inserting an own row', { operation: 'insert', values: { owner: 'ada' } }, 1],
    ["inserting another's row", { operation: 'insert', values: { owner: 'ben' } }, 1],
    ['changing', { operation: 'update', values: { "it's": "x'y" } }, 4],
    ['giving a row away', { operation: 'update', values: { owner: 'ben' } }, 4],
    ['deleting', { operation: 'delete' }, 4],
  ] as const)('of %s passes, and fails without its policy', async (name, part, checks) => {
    const before = await readRows()
    const { result, sql, policies } = await save(name, part)
    expect(result).toMatchObject({ state: 'passed', message: null, counts: true, unnoticed: [] })
    expect(result?.lines.filter((line) => line.startsWith('ok'))).toHaveLength(checks)
    expect(policies).toEqual(['own rows'])
    expect(sql).toContain(`select plan(${checks});`)
    expect(await readRows()).toEqual(before)
  })

  test('does not depend on the present rows', async () => {
    await database.run(`update public."Odd Notes" set owner = 'ben'`)
    const states = (await runSavedTests(database.db)).map(({ result }) => result?.state)
    expect(new Set(states)).toEqual(new Set(['passed']))
    expect(states).toHaveLength(6)
  })

  test('fails with the difference when a policy lets more rows pass', async () => {
    await database.run(
      'create policy "every row" on public."Odd Notes" for select to member using (true)',
    )
    const found = new Map((await runSavedTests(database.db)).map((one) => [one.name, one]))
    expect(found.get('reading')?.result).toMatchObject({ state: 'failed', counts: false })
    expect(found.get('reading')?.result?.lines).toEqual(
      expect.arrayContaining([
        'not ok 1 - member sees 2 of 4 rows',
        '# have: {(1),(2),(3),(4)}',
        '# want: {(1),(3)}',
      ]),
    )
    expect(found.get('inserting an own row')?.result?.state).toBe('passed')
    await database.run('drop policy "every row" on public."Odd Notes"')
  })

  test('counts only if it fails without a policy that it covers', async () => {
    await database.run(
      'create policy "own rows again" on public."Odd Notes" for select to member using (' +
        `${own})`,
    )
    const { result } = await save('twice', { claims: '{"sub": "ben"}' })
    expect(result).toMatchObject({ counts: false, unnoticed: ['own rows', 'own rows again'] })
    await database.run('drop policy "own rows again" on public."Odd Notes"')
  })

  test('is proved again only after a change of its policies, and gives up on a used table', async () => {
    const open = () => runSavedTests(database.db)
    const proofs = async () => (await open()).map(({ result }) => result?.unchecked)
    expect(new Set(await proofs())).toEqual(new Set([false]))
    await database.db.transaction(async (tx) => {
      await tx.query('select from public."Odd Notes" limit 0')
      // Nothing changed, so nothing waits for the reader.
      expect(new Set(await proofs())).toEqual(new Set([false]))
    })
    await database.run('alter policy "own rows" on public."Odd Notes" to member, current_user')
    await database.db.transaction(async (tx) => {
      await tx.query('select from public."Odd Notes" limit 0')
      expect(await proofs()).toContain(true)
    })
    expect(new Set(await proofs())).toEqual(new Set([false]))
  })

  test('holds its lock for a second at most, and then proves nothing', async () => {
    const slow = { sql: 'set local role member; select pg_sleep(20)', schema: 'extensions' }
    const change = 'alter table public."Odd Notes" disable row level security'
    expect(await runChanged(database.db, { ...slow, change })).toBeNull()
  })

  test('may use the test functions as its role, and no other role may', async () => {
    const [row] = await database.db.query(
      `select has_schema_privilege('member', 'extensions', 'usage') as member,
         exists (select from pg_namespace n, aclexplode(n.nspacl) a
           where n.nspname = 'extensions' and a.grantee = 0) as everyone`,
    )
    expect(row).toEqual({ member: true, everyone: false })
  })

  test('of a role without policies fails when row-level security is off', async () => {
    await database.run('create role other nologin', 'grant all on public."Odd Notes" to other')
    const { result, policies } = await save('closed', { role: 'other' })
    expect(policies).toEqual([])
    expect(result).toMatchObject({ state: 'passed', counts: true })
  })

  test('has a name of its own, and is deleted once', async () => {
    await expect(save('reading')).rejects.toMatchObject({
      fields: { name: 'A test with this name exists already' },
    })
    const [first] = await listSavedTests(database.db)
    expect(await deleteSavedTest(database.db, first?.id ?? 0)).toBe(true)
    expect(await deleteSavedTest(database.db, first?.id ?? 0)).toBe(false)
  })
})
