import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { openDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { passwordLabel } from './creation.ts'
import { controlDatabase, controlRole } from './roles.ts'
import { engineWithProject } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

let running: Awaited<ReturnType<typeof engineWithProject>>

beforeAll(async () => {
  running = await engineWithProject()
}, 60_000)
afterAll(() => running.dispose())

const never = new AbortController().signal

test('a copy reaches no other server, and the original keeps its extensions', async () => {
  const { engine, ref, dataDir } = running
  const control = openDatabase({
    ...(await engine.connection(ref)),
    host: join(dataDir, 's'),
    user: controlRole,
    database: controlDatabase,
    password: testSecret(passwordLabel(controlRole, ref)),
  })
  await control.query('alter role postgres superuser')
  await control.close()
  const db = await engine.open(ref, 'owner')
  for (const statement of [
    'create extension dblink',
    'create extension postgres_fdw',
    'create server other foreign data wrapper postgres_fdw',
    'create foreign table far (a int) server other',
    'create foreign data wrapper own',
    `create subscription fetched connection 'host=127.0.0.1 port=1' publication p with (connect = false)`,
    'create table kept as select 1 as a',
  ]) {
    await db.query(statement)
  }
  const list = `select
    array(select extname::text from pg_extension where extname <> 'plpgsql' order by 1) as extensions,
    (select count(*)::int from pg_foreign_data_wrapper) as wrappers,
    (select count(*)::int from pg_stat_activity where backend_type like 'logical%') as workers`
  const copy = await engine.copy(ref, {
    maxBytes: 1024 ** 3,
    signal: never,
    onProgress: () => undefined,
  })
  const [found] = await copy.db.query(list)
  expect(found).toEqual({ extensions: [], wrappers: 0, workers: 0 })
  expect(await copy.db.query('select a from kept')).toEqual([{ a: 1 }])
  await copy.remove()
  expect(existsSync(join(dataDir, 'scratch.copy'))).toBe(false)
  expect(await db.query(list)).toMatchObject([
    { extensions: ['dblink', 'postgres_fdw'], wrappers: 3 },
  ])
  await db.query('alter subscription fetched set (slot_name = none)')
  await db.query('drop subscription fetched')
}, 60_000)
