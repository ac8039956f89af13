import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { explainVerdicts, listRules } from './explain-verdicts.ts'
import type { PolicyTest } from './policy-test.ts'
import { runPolicyTest } from './run-policy-test.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run('create role visitor nologin', 'create role member nologin in role visitor')
})
afterAll(() => database.dispose())

beforeEach(async () => {
  await database.run(
    'drop table if exists public."Odd Notes" cascade',
    `create table public."Odd Notes" (id int primary key, owner text, "is Public" boolean default false,
       length int generated always as (length(owner)) stored)`,
    `insert into public."Odd Notes" values (1, 'ada', true), (2, 'ben', false), (3, 'ada', false), (4, null, null)`,
    'alter table public."Odd Notes" enable row level security',
    'grant all on public."Odd Notes" to visitor',
  )
})

async function run(part: Partial<PolicyTest> = {}) {
  const [table] = await database.db.query<{ id: number }>(
    `select 'public."Odd Notes"'::regclass::oid::int8::float8 as id`,
  )
  const result = await runPolicyTest(database.db, {
    tableId: table?.id ?? 0,
    role: 'member',
    claims: '{"sub": "ada"}',
    operation: 'select',
    values: {},
    returning: true,
    limit: 100,
    ...part,
  })
  if (result === null) throw new Error('The table is missing')
  return result
}

const outcomes = ({ rows }: Awaited<ReturnType<typeof run>>) => rows.map(({ outcome }) => outcome)

const own = `owner = current_setting('request.jwt.claims')::json ->> 'sub'`

test('each row says which policy lets it pass, and which one stopped it', async () => {
  await database.run(
    'create policy "own rows" on public."Odd Notes" to visitor using (' + own + ')',
    'create policy public_rows on public."Odd Notes" for select using ("is Public")',
    'create policy named on public."Odd Notes" as restrictive for select using (id < 3)',
  )
  const result = await run()
  expect(outcomes(result)).toEqual(['passes', 'hidden', 'hidden', 'hidden'])
  const decided = result.rows.map((row) => row.decided_by.map((at) => result.policies[at]?.name))
  expect(decided).toEqual([
    ['own rows', 'public_rows'],
    ['own rows', 'public_rows'],
    ['named'],
    ['own rows', 'public_rows'],
  ])
})

test('an insert that only its RETURNING fails says so', async () => {
  await database.run(`create policy write on public."Odd Notes" for insert with check (${own})`)
  const values = { id: '9', owner: 'ada' }
  const refused = await run({ operation: 'insert', values })
  expect(outcomes(refused)).toEqual(['refused'])
  expect(refused.hints).toEqual([expect.stringContaining('without RETURNING')])
  expect(refused.rows[0]?.missing).toEqual({ rule: 'read', clause: 'check' })
  expect(outcomes(await run({ operation: 'insert', values, returning: false }))).toEqual(['passes'])
  expect(outcomes(await run({ operation: 'insert', values: { id: '9', owner: 'ben' } }))).toEqual([
    'refused',
  ])
})

test('an insert gets the defaults of the role with its claims, also where a policy refuses it', async () => {
  await database.run(
    'alter table public."Odd Notes" alter owner set default current_user, add author text',
    `alter table public."Odd Notes" add check (author is not null) not valid, alter author
       set default current_setting('request.jwt.claims', true)::json ->> 'sub'`,
    `create policy "as member" on public."Odd Notes" for insert with check (owner = 'member')`,
    `create policy "of ada" on public."Odd Notes" as restrictive for insert with check (author = 'ada')`,
    `create policy readable on public."Odd Notes" for select using (true)`,
  )
  const passed = await run({ operation: 'insert', values: { id: '9' } })
  expect(outcomes(passed)).toEqual(['passes'])
  const named = ({ rows, policies }: typeof passed) =>
    rows.map((row) => row.decided_by.map((at) => policies[at]?.name))
  expect(named(passed)).toEqual([['as member', 'readable']])
  await database.run(
    'create policy "no nines" on public."Odd Notes" as restrictive for insert with check (id <> 9)',
  )
  const refused = await run({ operation: 'insert', values: { id: '9' } })
  expect(outcomes(refused)).toEqual(['refused'])
  expect(named(refused)).toEqual([['no nines']])
  const [row] = refused.rows
  expect(row?.values).toEqual(['9', 'member', 'f', '6', 'ada'])
})

test('an update names the role and its claims where a trigger does, also where a policy refuses it', async () => {
  await database.run(
    `create or replace function public.sign() returns trigger language plpgsql as
       $$ begin new.owner := current_setting('request.jwt.claims')::json ->> 'sub'; return new; end $$`,
    'create trigger sign before update on public."Odd Notes" for each row execute function public.sign()',
    `create policy every on public."Odd Notes" using (true) with check (owner = 'ada' and id < 3)`,
  )
  const { rows } = await run({ operation: 'update', values: { 'is Public': 'true' } })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['passes', 'passes', 'refused', 'refused'])
})

test('nothing of a test stays, and its lasting effects are named', async () => {
  await database.run(
    'create policy everything on public."Odd Notes" using (true)',
    'create sequence if not exists public.note_ids',
    `alter table public."Odd Notes" alter id set default nextval('public.note_ids')`,
  )
  const result = await run({ operation: 'delete' })
  expect(outcomes(result)).toEqual(['passes', 'passes', 'passes', 'passes'])
  expect(result.effects).toEqual(['Numbers that the column id takes from a sequence stay used'])
  const [left] = await database.db.query<{ count: number }>(
    'select count(*)::int as count, current_user as "user" from public."Odd Notes"',
  )
  expect(left).toEqual({ count: 4, user: 'postgres' })
})

test('a role that policies do not hold for is named as such', async () => {
  await database.run('alter table public."Odd Notes" disable row level security')
  const result = await run()
  expect(result.bypass).toContain('off for this table')
  expect(outcomes(result)).toEqual(['passes', 'passes', 'passes', 'passes'])
  const [table] = await database.db.query<{ id: number }>('select 0 as id')
  expect(
    await runPolicyTest(database.db, { ...(await given()), tableId: table?.id ?? 0 }),
  ).toBeNull()
})

const given = async (): Promise<PolicyTest> => ({
  tableId: 0,
  role: 'member',
  claims: null,
  operation: 'select',
  values: {},
  returning: false,
  limit: 10,
})

test('a missing privilege is named, with the statement that grants it', async () => {
  await database.run('revoke select on public."Odd Notes" from visitor')
  const { hints } = await run()
  expect(hints).toEqual([
    expect.stringContaining('grant select on "public"."Odd Notes" to "member"'),
  ])
})

test('a value of a wrong type is reported at its column', async () => {
  await expect(
    run({ operation: 'insert', values: { id: 'nine', owner: 'ada' } }),
  ).rejects.toMatchObject({ fields: { values: expect.stringContaining('integer') as string } })
})

const expression = fc.constantFrom(
  'true',
  'false',
  'null',
  own,
  '"is Public"',
  'id % 2 = 0',
  'owner is not null',
  'exists (select from public."Odd Notes" n where n.id = "Odd Notes".id + 1)',
  'length > 2',
)

const policy = fc.record({
  kind: fc.constantFrom('permissive', 'permissive', 'restrictive'),
  command: fc.constantFrom('all', 'select', 'insert', 'update', 'delete'),
  role: fc.constantFrom('public', 'visitor', 'member', 'postgres'),
  using: fc.option(expression),
  check: fc.option(expression),
})

/** Recursion is refused by PostgreSQL itself, with an error for every row. */
const isRecursive = (text: string | null) => text?.includes('exists') === true

test('the policies that are named lead to the outcome that PostgreSQL has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(policy, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('select', 'insert', 'update', 'delete'),
      fc.boolean(),
      async (policies, operation, returning) => {
        await database.run(
          `do $$ declare p name; begin for p in select polname from pg_policy where polrelid = 'public."Odd Notes"'::regclass
             loop execute format('drop policy %I on public."Odd Notes"', p); end loop; end $$`,
        )
        for (const [at, one] of policies.entries()) {
          const using = one.command === 'insert' || isRecursive(one.using) ? null : one.using
          const check =
            ['select', 'delete'].includes(one.command) || isRecursive(one.check) ? null : one.check
          await database.run(
            `create policy p${at} on public."Odd Notes" as ${one.kind} for ${one.command} to ${one.role}` +
              (using === null ? '' : ` using (${using})`) +
              (check === null ? '' : ` with check (${check})`),
          )
        }
        const values = operation === 'insert' ? { id: '9', owner: 'ada' } : {}
        const tested = { operation, returning, values } as const
        const { rows, policies: applied } = await run(tested)
        for (const row of rows) {
          const { expected } = explainVerdicts(applied, row.verdicts, listRules(tested))
          expect(row.outcome).toBe(expected)
        }
      },
    ),
    { numRuns: 60 },
  )
})
