import { openDatabase, type OpenDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { engineWithProject } from './testing/engine-directory.ts'
import { trustedExtensions } from './trusted-extensions.ts'

let running: Awaited<ReturnType<typeof engineWithProject>>
let owner: OpenDatabase

beforeAll(async () => {
  running = await engineWithProject()
  owner = openDatabase({
    ...(await running.engine.connection(running.ref)),
    password: running.ownerPassword,
  })
}, 60_000)
afterAll(async () => {
  await owner.close()
  await running.dispose()
})

describe('the owner of a database, who is no superuser,', () => {
  test('creates every provided extension', async () => {
    await owner.query('create schema extensions')
    await owner.query('create extension cube schema extensions')
    for (const name of trustedExtensions) {
      await owner.query(`create extension ${name} schema extensions`)
    }
    const created = await owner.query<{ extname: string }>(
      `select extname from pg_extension where extowner = 'postgres'::regrole order by 1`,
    )
    expect(created.map(({ extname }) => extname)).toEqual(
      expect.arrayContaining([...trustedExtensions]),
    )
  })

  test('finds each extension once among the available ones', async () => {
    const twice = await owner.query(
      `select name, version from pg_available_extension_versions
       group by 1, 2 having count(*) > 1`,
    )
    expect(twice).toEqual([])
  })

  test('reads the statistics of statements, without the texts of utility statements', async () => {
    await owner.query('select 41 + 1 as measured')
    await owner.query(`create role app login password 'not-for-statistics'`)
    const texts = await owner.query<{ query: string; calls: number }>(
      'select query, calls::int from extensions.pg_stat_statements',
    )
    const measured = texts.find(({ query }) => query.includes('as measured'))
    expect(measured).toMatchObject({ calls: 1 })
    expect(measured?.query).toMatch(/^select \$1 \+ \$2 as measured\s/u)
    expect(texts.filter(({ query }) => query.includes('not-for-statistics'))).toEqual([])
  })

  test('uses the functions of the extensions that inspect storage', async () => {
    await owner.query('create table plants (id int primary key)')
    await owner.query('insert into plants select generate_series(1, 100)')
    for (const expression of [
      `(extensions.pgstattuple('plants')).tuple_count`,
      `(select count(*) from extensions.pg_visibility_map('plants'))`,
      `(select count(*) from extensions.pg_buffercache)`,
      `(select count(*) from extensions.pg_freespace('plants'))`,
      `extensions.pg_prewarm('plants')`,
      `(select count(*) from extensions.pgrowlocks('plants'))`,
    ]) {
      expect(await owner.query(`select ${expression} is not null as works`)).toEqual([
        { works: true },
      ])
    }
  })

  test('updates extensions of Basalt to the state of new ones', async () => {
    const columns = () =>
      owner.query<{ name: string }>(
        `select attrelid::regclass || '.' || attname as name from pg_attribute
         where attrelid = any (array['cron.job_options', 'cron.job_run_details']::regclass[])
           and attnum > 0 order by 1`,
      )
    await owner.query(`create extension pg_cron version '1.6'`)
    const before = await columns()
    await owner.query('alter extension pg_cron update')
    const after = await columns()
    expect(after.length).toBeGreaterThan(before.length)
    await owner.query('drop extension pg_cron')
    await owner.query('create extension pg_cron')
    expect(await columns()).toEqual(after)
    await owner.query(`create extension supabase_vault version '0.3.1' cascade`)
    await owner.query('alter extension supabase_vault update')
    expect(await owner.query(`select to_regprocedure('vault._mark(text)') is null as n`)).toEqual([
      { n: false },
    ])
    await owner.query(`create extension basalt_webhooks version '1.0'`)
    await owner.query(`create table sent (id int primary key) partition by range (id)`)
    await owner.query('create table sent_low partition of sent for values from (0) to (9)')
    await owner.query(`create trigger hook after insert on sent for each row
      execute function supabase_functions.http_request('https://example.com/')`)
    await owner.query('insert into sent values (1)')
    await owner.query(`insert into supabase_functions.deliveries
        (event_id, table_id, hook, operation, created_at, status, attempts)
      select id, table_id, hook, operation, created_at, 'dead', 1 from supabase_functions.outbox`)
    await owner.query('alter extension basalt_webhooks update')
    await owner.query('insert into sent values (2)')
    expect(
      await owner.query(`select o.record['id'] as id, t.tgrelid::regclass::text as "table"
        from supabase_functions.outbox o join pg_trigger t on t.oid = o.trigger_id order by o.id`),
    ).toEqual([1, 2].map((id) => ({ id, table: 'sent_low' })))
    expect(
      await owner.query(`select t.tgrelid::regclass::text as "table", d.table_name
        from supabase_functions.deliveries d join pg_trigger t on t.oid = d.hook_id`),
    ).toEqual([{ table: 'sent', table_name: 'public.sent' }])
    // Another database, or this one after a removal, begins with other ids of messages.
    expect(
      await owner.query(`select bool_and((id > 1700000000000000) = (record['id'] = '2')) as "isNew"
        from supabase_functions.outbox`),
    ).toEqual([{ isNew: true }])
    await owner.query('drop table sent')
  })

  test('runs tests in the syntax of pgTAP with an extension of Basalt', async () => {
    const { extensions } = await running.engine.manifest()
    expect(extensions).toContain('basalt_tap')
    await owner.query('create extension basalt_tap schema extensions')
    await owner.query('create role visitor nologin')
    await owner.query('grant visitor to current_user with set true')
    await owner.query('grant usage on schema extensions to visitor')
    const lines = await owner.transaction(async (tx) => {
      await tx.query('set local search_path = public, extensions')
      await tx.query('set local role visitor')
      const outputs: string[] = []
      for (const call of [
        'plan(8)',
        `is(1, 1, 'one')`,
        `is(1, 2, 'two')`,
        `results_eq('select 1, 2', 'values (1, 2)', 'three')`,
        `set_eq('values (1), (2), (1)', 'values (2), (1)', 'four')`,
        `bag_eq('values (1), (2), (1)', 'values (2), (1)', 'five')`,
        `is_empty('select 1 where false', 'six')`,
        `throws_ok('select 1 / 0', '22012', null, 'seven')`,
        `lives_ok('select nothing', 'eight')`,
        'finish()',
      ]) {
        const rows = await tx.query<{ line: string }>(`select ${call} as line`)
        outputs.push(...rows.map(({ line }) => line))
      }
      return outputs
    })
    expect(lines).toEqual([
      '1..8',
      'ok 1 - one',
      'not ok 2 - two\n# have: 1\n# want: 2',
      'ok 3 - three',
      'ok 4 - four',
      'not ok 5 - five\n# have: {(1),(1),(2)}\n# want: {(1),(2)}',
      'ok 6 - six',
      'ok 7 - seven',
      'not ok 8 - eight\n# have: 42703: column "nothing" does not exist\n# want: no error',
      '# 3 of 8 tests failed',
    ])
  })

  test('cannot get the rights of a superuser through what a script finds in its schema', async () => {
    await owner.query('create table ran (who text)')
    for (const name of trustedExtensions) await owner.query(`drop extension ${name} cascade`)
    await owner.query('drop extension cube cascade')
    await owner.query('create schema planted')
    // Operators and functions that fit the types in the scripts better than those of PostgreSQL.
    for (const [name, parameters] of [
      ['pg_stat_statements', 'showtext anyelement'],
      ['pg_buffercache_pages', 'variadic anyarray'],
      ['earth', 'variadic anyarray'],
      ['cube_is_point', 'anyelement'],
      ['cube_dim', 'anyelement'],
    ]) {
      await owner.query(
        `create function planted.${name}(${parameters}) returns setof record language plpgsql as
         'begin insert into public.ran values (current_user); end'`,
      )
    }
    await owner.query(
      `create function planted.same(anyelement, anyelement) returns boolean language plpgsql as
       'begin insert into public.ran values (current_user); return true; end'`,
    )
    for (const operator of ['=', '<', '>', '||', '/', '+']) {
      await owner.query(
        `create operator planted.${operator} (
           function = planted.same, leftarg = anyelement, rightarg = anyelement
         )`,
      )
    }
    await owner.query('create extension cube schema planted')
    for (const name of trustedExtensions) {
      await owner.query(`create extension ${name} schema planted`).catch(() => undefined)
    }
    expect(await owner.query(`select who from ran where who <> 'postgres'`)).toEqual([])
  })
})
