import type { ProjectDatabase } from '@basalt/engine'
import { ownExtensions } from '@basalt/extensions'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../testing/project-fixtures.ts'
import { installExtension, runScripts } from './install-extension.ts'
import { updateOutdated } from './update-extensions.ts'

let fixtures: ProjectFixtures
beforeAll(async () => {
  fixtures = await projectFixtures()
})
afterAll(() => fixtures.close())

const open = () => fixtures.install.engine.open(fixtures.ref, 'owner')
const columns = (db: ProjectDatabase) =>
  db.query(
    `select attrelid::regclass::text as table, attname as name from pg_attribute
     where attrelid = any (array['cron.job_options', 'cron.job_run_details']::regclass[])
       and attnum > 0 order by 1, 2`,
  )
const extensionVersions = (db: ProjectDatabase) =>
  db.query(
    `select extname as name, extversion as version from pg_extension
     where extname in ('pg_cron', 'supabase_vault') order by 1`,
  )

test('extensions and plain scripts of an earlier version are updated, also by two processes', async () => {
  const db = await open()
  const [cron, vault] = ['pg_cron', 'supabase_vault'].map((name) =>
    ownExtensions.find((one) => one.name === name),
  )
  if (cron?.firstVersion === undefined || vault?.firstVersion === undefined) throw new Error()
  await db.query(`create extension pg_cron version '${cron.firstVersion}'`)
  await db.query(`create extension supabase_vault version '${vault.firstVersion}' cascade`)
  await Promise.all([updateOutdated(db), updateOutdated(db)])
  expect(await extensionVersions(db)).toEqual([
    { name: 'pg_cron', version: cron.version },
    { name: 'supabase_vault', version: vault.version },
  ])
  const current = await columns(db)

  await db.query('drop extension pg_cron, supabase_vault')
  await db.query('drop schema if exists cron, cron_runs, vault cascade')
  await db.transaction((tx) => installExtension(tx, 'pg_cron', []))
  expect(await columns(db)).toEqual(current)
  await db.query('drop schema cron, cron_runs cascade')
  await db.query('create schema cron')
  await db.transaction((tx) =>
    runScripts(tx, { ...cron, version: cron.firstVersion ?? '' }, [cron.sql]),
  )
  expect(await columns(db)).not.toEqual(current)
  await Promise.all([updateOutdated(db), updateOutdated(db)])
  expect(await columns(db)).toEqual(current)
  expect(await db.query(`select obj_description('cron'::regnamespace) as version`)).toEqual([
    { version: `pg_cron ${cron.version} of Basalt` },
  ])
})

test('a comment on another schema, and an original extension, are left alone', async () => {
  const db = await open()
  await db.query('create schema stranger')
  await db.query(`comment on schema stranger is 'pgmq 1.11.0 of Basalt'`)
  await db.query(`comment on schema public is 'supabase_vault 0.3.1 of Basalt'`)
  await updateOutdated(db)
  expect(
    await db.query(`select obj_description('stranger'::regnamespace) as kept,
      obj_description('public'::regnamespace) as same`),
  ).toEqual([{ kept: 'pgmq 1.11.0 of Basalt', same: 'supabase_vault 0.3.1 of Basalt' }])
})

test('every extension works as plain SQL', async () => {
  const db = await open()
  await db.query('drop schema if exists cron, cron_runs cascade')
  for (const { name } of ownExtensions.filter(({ schema }) => schema !== null)) {
    // As on a server that has only the extensions of PostgreSQL.
    // oxlint-disable-next-line no-await-in-loop -- some of them need others
    await db.transaction((tx) => installExtension(tx, name, ['pgcrypto']))
  }
  await db.query(`select cron.schedule('nightly', '0 3 * * *', 'select 1')`)
  await db.query(`select pgmq.create('tasks')`)
  await db.query(`select pgmq.send('tasks', '{"a": 1}')`)
  expect(await db.query(`select message from pgmq.read('tasks', 30, 1)`)).toEqual([
    { message: { a: 1 } },
  ])
  await db.query('create table orders (id int primary key)')
  await db.query(`create trigger orders_hook after insert on orders for each row
    execute function supabase_functions.http_request('https://example.com', 'POST', '{}', '{}', '1000')`)
  await db.query('insert into orders values (1)')
  expect(await db.query('select record from supabase_functions.outbox')).toEqual([
    { record: { id: 1 } },
  ])
  await db.query(`select net.http_get('https://example.com')`)
  await expect(db.query(`select vault.create_secret('text')`)).rejects.toThrow(
    'no key to the vault',
  )
})
