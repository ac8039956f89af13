import { splitStatements } from '@basalt/pg-sql'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listViewerRoles } from '../viewer-roles.ts'
import { advisorRules } from './rules.ts'
import { type AdvisorOptions, findingsPerRule, runAdvisors } from './run-advisors.ts'
import { ruleCases } from './testing/rule-cases.ts'
import { findPatch } from './version-rule.ts'

let database: TestDatabase

const hiddenSchemas = ['basalt', 'basalt_trash', 'auth', 'storage', 'extensions']
const all = { hiddenSchemas, statisticsDays: 0 } satisfies AdvisorOptions

const run = (options: Partial<AdvisorOptions> = {}) =>
  runAdvisors(database.db, { ...all, ...options })

const inOneTransaction = (...statements: string[]) =>
  database.db.transaction(async (tx) => {
    for (const statement of statements) await tx.text(statement)
  })

const runScript = (sql: string | null) =>
  inOneTransaction(...splitStatements(sql ?? '').map(({ text }) => text))

const schemaOf = (rule: string, kind: 'raises' | 'stays_silent') =>
  `on_${rule}_${kind}`.slice(0, 60)

beforeAll(async () => {
  database = await projectDatabase()
  const schemas = ruleCases.flatMap(({ rule }) => [
    schemaOf(rule, 'raises'),
    schemaOf(rule, 'stays_silent'),
  ])
  await runScript((await listViewerRoles(database.db)).setup_sql)
  await database.asSuperuser(true)
  await database.run(
    'create schema auth',
    'create table auth.users (id uuid primary key, email text)',
    `create function auth.uid() returns uuid stable language sql as 'select null::uuid'`,
    `create function auth.jwt() returns jsonb stable language sql as 'select null::jsonb'`,
    'create schema storage',
    'create table storage.buckets (id text primary key, name text, public boolean)',
    'create table storage.objects (id int primary key, bucket_id text)',
    'alter table storage.objects enable row level security',
    `insert into storage.buckets values ('avatars', 'avatars', true), ('files', 'files', true), ('papers', 'papers', false)`,
    `create policy avatars on storage.objects for select using (bucket_id = 'avatars')`,
    `create policy papers on storage.objects for select using (bucket_id = 'papers')`,
    'create extension hstore schema public',
    'create schema extensions',
    'create extension citext schema extensions',
    'create extension postgres_fdw schema extensions',
    'create server remote foreign data wrapper postgres_fdw',
    ...schemas.map((schema) => `create schema ${schema}`),
    ...schemas.map((schema) => `grant usage on schema ${schema} to anon, authenticated`),
    `alter role authenticator set pgrst.db_schemas = '${['public', ...schemas].join(', ')}'`,
  )
  for (const { rule, raises, silent } of ruleCases) {
    for (const [kind, statements] of [
      ['raises', raises],
      ['stays_silent', silent],
    ] as const) {
      await inOneTransaction(
        `set local search_path = ${schemaOf(rule, kind)}, extensions`,
        ...statements,
      )
    }
  }
  // The engine has no pg_graphql; the rules ask for its name alone.
  await inOneTransaction(
    'set local allow_system_table_mods = on',
    `insert into pg_extension values (99999, 'pg_graphql', 10, 'extensions'::regnamespace, false, '1', null, null)`,
  )
})
afterAll(() => database.dispose())

describe('each rule', () => {
  test('has a case, or a test of its own', () => {
    const special = [
      'extension_in_public',
      'public_bucket_allows_listing',
      'vulnerable_postgres_version',
    ]
    expect([...ruleCases.map(({ rule }) => rule), ...special].toSorted()).toEqual(
      advisorRules.map(({ rule }) => rule).toSorted(),
    )
  })

  test.each(ruleCases)('$rule raises in one schema and not in the other', async (one) => {
    const { findings, unchecked } = await run()
    expect(unchecked).toEqual([])
    const ofRule = findings.filter(({ rule }) => rule === one.rule)
    const inSchema = (kind: 'raises' | 'stays_silent') =>
      ofRule.filter(({ schema }) => schema === schemaOf(one.rule, kind))
    expect(inSchema('raises').map(({ name, level }) => [name, level])).toEqual(one.found)
    expect(inSchema('stays_silent')).toEqual([])
  })

  test.each(ruleCases.filter(({ isFixed }) => isFixed))(
    '$rule is cleared by its fix, and raised again after the fix is undone',
    async ({ rule }) => {
      const schema = schemaOf(rule, 'raises')
      const list = async () =>
        (await run()).findings.filter((one) => one.rule === rule && one.schema === schema)
      const before = await list()
      for (const { fix } of before) await runScript(fix)
      expect(await list()).toEqual([])
      for (const { undo } of before) await runScript(undo)
      expect((await list()).map(({ key, level }) => [key, level])).toEqual(
        before.map(({ key, level }) => [key, level]),
      )
    },
  )

  test('extensions in public are reported, others are not', async () => {
    const { findings } = await run()
    const found = findings.filter(({ rule }) => rule === 'extension_in_public')
    expect(found.map(({ name }) => name)).toEqual(['hstore'])
  })

  test('a public bucket is reported if a policy lists it', async () => {
    const { findings } = await run()
    const found = findings.filter(({ rule }) => rule === 'public_bucket_allows_listing')
    expect(found.map(({ name }) => name)).toEqual(['avatars'])
  })

  test.each([
    [180_004, null],
    [180_000, '18.1'],
    [170_007, null],
    [170_006, '17.7'],
    [130_020, '14.20'],
    [190_000, null],
  ])('version %i needs %s', async (serverVersion, patch) => {
    expect(findPatch(serverVersion)).toBe(patch)
    const { findings } = await run({ serverVersion })
    const found = findings.filter(({ rule }) => rule === 'vulnerable_postgres_version')
    expect(found.map(({ detail }) => /Version (.+) fixes/u.exec(detail)?.[1])).toEqual(
      patch === null ? [] : [patch],
    )
  })
})

describe('a run', () => {
  test('gives every finding its own key', async () => {
    const { findings } = await run()
    expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length)
  })

  test('leaves out the schemas of services and the objects of extensions', async () => {
    const { findings } = await run()
    expect(findings.filter(({ schema }) => hiddenSchemas.includes(schema ?? ''))).toEqual(
      findings.filter(({ rule }) => rule === 'public_bucket_allows_listing'),
    )
    expect(findings.filter(({ detail }) => detail.includes('hstore_to_'))).toEqual([])
  })

  test('tells which rules it could not check, and why', async () => {
    const { unchecked } = await run({ statisticsDays: 7 })
    expect(unchecked).toEqual([
      {
        rule: 'unused_index',
        reason: 'statistics',
        message: 'Statistics cover 0 days so far, and the rule needs 7.',
      },
    ])
  })

  test('checks the other rules when one lacks a privilege', async () => {
    await database.run('create role stranger', 'alter table storage.buckets owner to stranger')
    await database.asSuperuser(false)
    const { findings, unchecked } = await run()
    await database.asSuperuser(true)
    await database.run('alter table storage.buckets owner to postgres')
    expect(unchecked).toMatchObject([{ rule: 'public_bucket_allows_listing', reason: 'rights' }])
    expect(findings.length).toBeGreaterThan(20)
  })

  test('checks nothing as green after its time limit', async () => {
    const { findings, unchecked } = await run({ timeoutMs: 1 })
    expect(findings).toEqual([])
    expect(unchecked.map(({ rule }) => rule)).toEqual(advisorRules.map(({ rule }) => rule))
    expect(new Set(unchecked.map(({ reason }) => reason))).toEqual(new Set(['timeout']))
  })

  test('lists a limited number of findings of a rule and counts all', async () => {
    await database.run(
      'create schema many',
      `do $$ begin for i in 1..${findingsPerRule + 5} loop execute format('create table many.t%s (a int)', i); end loop; end $$`,
    )
    const { findings, truncated } = await run()
    await database.run('drop schema many cascade')
    const found = findings.filter(({ rule }) => rule === 'no_primary_key')
    expect(found).toHaveLength(findingsPerRule)
    expect(truncated['no_primary_key']).toBeGreaterThanOrEqual(findingsPerRule + 5)
  })
})
