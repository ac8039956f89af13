import type { Queryable } from '@basalt/engine'
import type { PolicyDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { inRolledBackTransaction } from '../../designs/rolled-back.ts'
import { toSql } from '../../designs/steps.ts'
import { policies as kind } from '../../objects/kinds/policies.ts'
import type { ObjectChange } from '../../objects/object-kind.ts'
import { planObjectChange, readObjectDesign } from '../../objects/plan-object.ts'
import { actAs } from '../act-as.ts'
import { compareRows } from './compare-rows.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create role visitor nologin',
    'create role member nologin in role visitor',
    'create role curator nologin',
    'create role anon',
    'create role authenticated',
    'grant visitor, member, curator to current_user with inherit true, set true',
    'grant create on schema public to curator',
    // Policies call it although its roles may not use its schema, as PostgreSQL lets them.
    'create schema hidden',
    `create function hidden.claim() returns text stable language sql
     return current_setting('request.jwt.claims')::json ->> 'sub'`,
    'create table public.friends (name text)',
    `insert into public.friends values ('ada'), ('ben')`,
    'alter table public.friends enable row level security',
    'grant select on public.friends to visitor, curator',
    `create policy visible on public.friends to member using (name = 'ben')`,
  )
})
afterAll(() => database.dispose())

beforeEach(() =>
  database.run(
    'drop table if exists public."Odd Notes" cascade',
    `create table public."Odd Notes" (owner text, "is Public" boolean default false, id int primary key)`,
    `insert into public."Odd Notes" values ('ada', true, 1), ('ben', false, 2), ('ada', false, 3), (null, null, 4)`,
    'alter table public."Odd Notes" enable row level security, owner to curator',
    'grant all on public."Odd Notes" to visitor',
  ),
)

const blank: PolicyDesign = {
  schema: 'public',
  table: 'Odd Notes',
  name: 'new one',
  comment: null,
  command: 'select',
  is_permissive: true,
  roles: ['member'],
  using: 'true',
  check: null,
  row_security: 'on',
}

const create = (part: Partial<PolicyDesign> = {}): ObjectChange<PolicyDesign> => ({
  action: 'create',
  design: { ...blank, ...part },
})

const claims = { sub: 'ada' }
const compare = (change: ObjectChange<PolicyDesign>) => compareRows(database.db, { change, claims })

async function findPolicy(name: string): Promise<number> {
  const [found] = await database.db.query<{ id: number }>(
    `select oid::int8::float8 as id from pg_policy where polname = $1 and polrelid = 'public."Odd Notes"'::regclass`,
    [name],
  )
  return found?.id ?? 0
}

test('a new policy gains rows, with the key first in the examples', async () => {
  await database.run(
    'create policy public_rows on public."Odd Notes" for select to visitor using ("is Public")',
  )
  expect(await compare(create({ using: 'owner = hidden.claim()' }))).toEqual({
    columns: ['id', 'owner', 'is Public'],
    rows: 4,
    sample: null,
    row_estimate: null,
    roles: [
      {
        role: 'member',
        note: null,
        error: null,
        operations: [
          {
            operation: 'select',
            gained: 1,
            lost: 0,
            gained_examples: [['3', 'ada', 'false']],
            lost_examples: [],
          },
        ],
      },
    ],
    omitted: [],
    hints: [],
  })
})

test('conditions are evaluated with the rights and the claims of the role', async () => {
  const friends = 'owner in (select name from public.friends)'
  const { roles } = await compare(create({ using: friends }))
  expect(roles[0]?.operations).toMatchObject([
    { gained: 1, gained_examples: [['2', 'ben', 'false']] },
  ])
  const mine = await compareRows(database.db, {
    change: create({ using: `current_user = 'member' and hidden.claim() is null` }),
    claims: null,
  })
  expect(mine.roles[0]?.operations).toMatchObject([{ gained: 4 }])
})

test('a condition that fails is named with the state in which it does', async () => {
  const fails = await compare(create({ using: 'id / 0 = 1' }))
  expect(fails.roles[0]?.error).toBe(
    'With this change, reading the table fails for this role: division by zero',
  )
  await database.run('create policy broken on public."Odd Notes" using (1 / id / 0 = 1)')
  const failed = await compare({ action: 'drop', id: await findPolicy('broken'), cascade: false })
  expect(failed.roles.find(({ role }) => role === 'visitor')?.error).toBe(
    'Reading the table fails for this role now: division by zero',
  )
})

test('roles without privileges, new rows and recursion are explained', async () => {
  await database.run('revoke all on public."Odd Notes" from visitor')
  const { roles, rows, hints } = await compare(create({ command: 'all', check: 'false' }))
  expect({ rows, hints }).toEqual({
    rows: null,
    hints: ['WITH CHECK applies to new rows, which are not compared'],
  })
  expect(roles).toMatchObject([{ note: expect.stringContaining('No SELECT privilege') as string }])
  await database.run('grant select on public."Odd Notes" to visitor')
  await database.run(
    'create role stranger',
    'grant stranger to current_user with set false',
    'grant select on public."Odd Notes" to stranger',
  )
  const { roles: others } = await compare(create({ roles: ['stranger'] }))
  expect(others[0]?.error).toBe('Not compared: you cannot act as this role')
  await database.run('revoke all on public."Odd Notes" from stranger', 'drop role stranger')
  const own = await compare(create({ using: 'exists (select from public."Odd Notes")' }))
  expect(own.hints).toEqual([])
  expect(own.roles.map(({ error }) => error)).toEqual([
    'With this change, reading the table fails for this role: infinite recursion detected in policy for relation "Odd Notes"',
  ])
  const none = await compare(create({ row_security: 'off' }))
  expect(none.hints).toEqual([])
  await database.run('alter table public."Odd Notes" disable row level security')
  expect((await compare(create({ row_security: 'off' }))).hints).toEqual([
    expect.stringContaining('stays off'),
  ])
})

test('a policy that reads its own table is tried, where its lock is free', async () => {
  const reading = '(select count(*) from public."Odd Notes") > 1'
  await database.run('create policy every on public."Odd Notes" for select using (true)')
  const check = await compare(create({ command: 'insert', using: null, check: reading }))
  expect(check.roles.map(({ error }) => error)).toEqual([null])
  await database.run('create policy "is there" on public."Odd Notes" for update using (true)')
  const id = await findPolicy('every')
  const found = await readObjectDesign(database.db, kind, id)
  if (found === null) throw new Error('There is no policy')
  const alter = { action: 'alter' as const, id, version: found.version }
  const changed = await compare({ ...alter, design: { ...found.design, using: reading } })
  expect(changed.roles.find(({ role }) => role === 'visitor')?.error).toContain(
    'reading the table fails for this role: infinite recursion',
  )
  await database.db.transaction(async (tx) => {
    await tx.text('lock table public."Odd Notes" in access share mode')
    const waited = await compare({ ...alter, design: { ...found.design, using: reading } })
    expect(waited.hints).toEqual([expect.stringContaining('infinite recursion')])
  })
})

test('a policy for PUBLIC is about six roles, and names the others', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `reader_${at}`)
  await database.run(
    ...names.map((name) => `create role ${name}`),
    `grant select on public."Odd Notes" to ${names.join(', ')}`,
  )
  const { roles, omitted } = await compare(create({ roles: [] }))
  expect(roles.map(({ role }) => role)).toEqual([
    'anon',
    'authenticated',
    'reader_0',
    'reader_1',
    'reader_2',
    'reader_3',
  ])
  expect(omitted).toEqual(['reader_4', 'reader_5', 'visitor'])
  await database.run(
    `revoke all on public."Odd Notes" from ${names.join(', ')}`,
    ...names.map((name) => `drop role ${name}`),
  )
})

test('functions cannot write, and nothing of the comparison stays', async () => {
  await database.run(
    "create or replace function public.leave_trace() returns boolean language plpgsql as $$ begin insert into public.friends values ('eve'); return true; end $$",
    'grant insert on public.friends to member',
  )
  const { roles } = await compare(create({ using: 'public.leave_trace()' }))
  expect(roles[0]?.error).toContain('read-only transaction')
  const { rows } = await database.db.text(
    `select current_user::text, (select count(*) from public.friends)::text,
       (select count(*) from pg_class where relname like 'basalt_policy%')::text`,
  )
  expect(rows).toEqual([['postgres', '2', '0']])
  await expect(compare(create({ using: 'true); commit; --' }))).rejects.toThrow(/syntax|multiple/u)
})

test('large tables are sampled, and the answer says how', async () => {
  await database.run(
    `insert into public."Odd Notes" select 'ada', n % 2 = 0, n from generate_series(10, 110000) n`,
  )
  const change = create({ using: '"is Public"' })
  const first = await compare(change)
  expect(first).toMatchObject({ rows: 100_000, sample: 'first', row_estimate: null })
  await database.run('analyze public."Odd Notes"')
  const random = await compare(change)
  expect(random).toMatchObject({ sample: 'random', row_estimate: 109_995 })
  const [gained] = random.roles[0]?.operations ?? []
  expect(random.rows).toBeGreaterThan(50_000)
  expect(gained?.gained).toBeGreaterThan(25_000)
  expect(gained?.gained_examples).toHaveLength(5)
})

test('an abort cancels the comparison', async () => {
  const controller = new AbortController()
  const compared = compareRows(database.db, {
    change: create({ using: 'pg_sleep(4) is not null' }),
    claims,
    signal: controller.signal,
  }).catch((error: unknown) => error)
  const listLocks = () =>
    database.db.query(
      `select mode from pg_locks where relation = 'public."Odd Notes"'::regclass and mode = 'AccessShareLock'`,
    )
  await expect.poll(listLocks).toHaveLength(1)
  controller.abort()
  expect(await compared).toMatchObject({ kind: 'cancelled' })
})

const expression = fc.constantFrom(
  'true',
  'false',
  'null',
  'owner = hidden.claim()',
  '"is Public"',
  'id % 2 = 0 -- even',
  'owner is not null',
  'owner in (select name from public.friends)',
  `"Odd Notes".owner > 'ada' or current_user = 'visitor'`,
)

const design = fc
  .record({
    is_permissive: fc.constantFrom(true, true, false),
    command: fc.constantFrom('all', 'select', 'insert', 'update', 'delete'),
    roles: fc.constantFrom<string[][]>(
      [],
      ['visitor'],
      ['member'],
      ['visitor', 'curator'],
      ['postgres'],
    ),
    using: fc.option(expression),
    check: fc.option(expression),
    row_security: fc.constantFrom('on', 'on', 'off', 'forced'),
  })
  .map((part): PolicyDesign => ({
    ...blank,
    ...part,
    using: part.command === 'insert' ? null : part.using,
    check: ['select', 'delete'].includes(part.command) ? null : part.check,
  }))

/** The keys of the rows that PostgreSQL lets the role read, change and delete. */
async function listKeys(tx: Queryable, role: string) {
  const keys: Record<string, Set<string>> = {}
  const statements = {
    select: 'select id from public."Odd Notes"',
    // By the policies of UPDATE, without writing a new row.
    update: 'select id from public."Odd Notes" for update',
    delete: 'delete from public."Odd Notes" returning id',
  }
  for (const [operation, statement] of Object.entries(statements)) {
    await tx.text('savepoint listed')
    await actAs(tx, { role, claims: JSON.stringify({ ...claims, role }) })
    const { rows } = await tx.text(statement)
    await tx.text('rollback to savepoint listed')
    keys[operation] = new Set(rows.map(([key]) => key ?? ''))
  }
  return keys
}

const minus = (some: Set<string> | undefined, others: Set<string> | undefined): string[] =>
  [...(some ?? [])].filter((key) => others?.has(key) !== true).toSorted()

async function makeChange(action: 'create' | 'alter' | 'drop', to: PolicyDesign) {
  if (action === 'create') return { action, design: { ...to, name: 'p9' } }
  const id = await findPolicy('p0')
  if (action === 'drop') return { action, id, cascade: false }
  const found = await readObjectDesign(database.db, kind, id)
  return { action, id, version: found?.version ?? '', design: { ...to, name: 'renamed' } }
}

test('gained and lost rows are those of the change when it is applied', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(design, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('create', 'alter', 'alter', 'drop'),
      design,
      async (present, action, to) => {
        await database.run(
          `do $$ declare p name; begin for p in select polname from pg_policy where polrelid = 'public."Odd Notes"'::regclass
             loop execute format('drop policy %I on public."Odd Notes"', p); end loop; end $$`,
        )
        const run = async (tx: Queryable, change: ObjectChange<PolicyDesign>) => {
          const { steps } = await planObjectChange(tx, kind, change)
          for (const { fragment } of steps) await tx.text(toSql(fragment))
        }
        for (const [at, one] of present.entries())
          await run(database.db, create({ ...one, name: `p${at}` }))
        const change = await makeChange(action, to)
        const result = await compare(change)
        await inRolledBackTransaction(database.db, async (tx) => {
          for (const role of ['visitor', 'member', 'curator']) {
            const before = await listKeys(tx, role)
            await tx.text('savepoint applied')
            await run(tx, change)
            const after = await listKeys(tx, role)
            await tx.text('rollback to savepoint applied')
            const found = result.roles.find((one) => one.role === role)
            expect(found?.error ?? null).toBeNull()
            if (found === undefined) continue
            for (const operation of ['select', 'update', 'delete']) {
              const one = found.operations.find((other) => other.operation === operation)
              const shown = (rows: (string | null)[][] = []) =>
                rows.map(([key]) => key ?? '').toSorted()
              expect(shown(one?.gained_examples)).toEqual(
                minus(after[operation], before[operation]),
              )
              expect(shown(one?.lost_examples)).toEqual(minus(before[operation], after[operation]))
              expect([one?.gained ?? 0, one?.lost ?? 0]).toEqual([
                one?.gained_examples.length ?? 0,
                one?.lost_examples.length ?? 0,
              ])
            }
          }
        })
      },
    ),
    { numRuns: 50 },
  )
})
