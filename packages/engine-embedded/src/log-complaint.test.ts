import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { engineWithProject } from './testing/engine-directory.ts'

let running: Awaited<ReturnType<typeof engineWithProject>>
let home: string
beforeAll(async () => {
  running = await engineWithProject()
  home = join(running.dataDir, 'clusters', running.ref)
}, 60_000)
afterAll(() => running.dispose())

test('the owner of a database cannot change its log', async () => {
  const { engine, ref, ownerPassword } = running
  const owner = openDatabase({ ...(await engine.connection(ref)), password: ownerPassword })
  const rows = await owner.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('log_destination', 'logging_collector', 'log_parameter_max_length',
       'log_min_duration_statement', 'auto_explain.log_min_duration')`,
  )
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    'auto_explain.log_min_duration': '1000',
    log_destination: 'jsonlog',
    log_min_duration_statement: '1000',
    log_parameter_max_length: '0',
    logging_collector: 'on',
  })
  for (const change of [
    `alter system set log_destination = 'stderr'`,
    `alter role postgres set log_min_duration_statement = 0`,
    `set auto_explain.log_min_duration = 0`,
    `set log_parameter_max_length = -1`,
  ]) {
    await expect(owner.query(change)).rejects.toMatchObject({ sql: { sqlstate: '42501' } })
  }
  await owner.close()
})

test('only the owner of the files reads the log', async () => {
  const files = await readdir(join(home, 'log'))
  expect(files.some((name) => name.endsWith('.json'))).toBe(true)
  for (const name of files) {
    expect((await stat(join(home, 'log', name))).mode & 0o177).toBe(0)
  }
  expect((await stat(join(home, 'log'))).mode & 0o077).toBe(0)
})

test('a start that fails says why, before and after the log collector runs', async () => {
  const { engine, ref } = running
  await engine.stop(ref)
  const settings = join(home, 'data', 'postgresql.conf')
  const before = await readFile(settings, 'utf8')
  await appendFile(settings, 'work_mem = much\n')
  await expect(engine.start(ref)).rejects.toThrow('contains errors')
  await writeFile(settings, before)

  const wal = join(home, 'data', 'pg_wal')
  const segments = (await readdir(wal)).filter((name) => /^[\dA-F]{24}$/.test(name))
  const contents = await Promise.all(segments.map((name) => readFile(join(wal, name))))
  await Promise.all(segments.map((name) => rm(join(wal, name))))
  await expect(engine.start(ref)).rejects.toThrow('could not locate a valid checkpoint record')
  await Promise.all(
    segments.map((name, index) => writeFile(join(wal, name), contents[index] ?? '')),
  )
}, 30_000)
