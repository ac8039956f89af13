import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { sharedDataDirectory } from '../../apps/server/src/process/data-directory.ts'
import { noteSecretKey } from '../../apps/server/src/secrets/secret-key.ts'
import { freePort } from '../bootstrap/port.mjs'
import { examine } from './inspect.mjs'
import { dataDirectory, sharedDirectory } from './place.mjs'

const key = 'a secret key of at least 32 characters'
let dataDir: string
let env: {
  BASALT_DATA_DIR: string
  BASALT_PORT: string
  BASALT_SECRET_KEY?: string
  BASALT_POSTGRES_DIR?: string
}

/** An install that was shut down properly, with one project; only the files that are examined. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'basalt-doctor-'))
  chmodSync(dataDir, 0o755)
  env = { BASALT_DATA_DIR: dataDir, BASALT_PORT: String(await freePort()) }
  write('secret-key', key)
  chmodSync(join(dataDir, 'secret-key'), 0o600)
  noteSecretKey(dataDir, key)
  cluster('system', 20_001)
  cluster('clusters/shop', 20_002)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(join(dataDir, path, '..'), { recursive: true })
  writeFileSync(join(dataDir, path), text)
}
const remove = (path: string) => rmSync(join(dataDir, path), { recursive: true, force: true })

function cluster(path: string, port: number) {
  for (const folder of ['base', 'pg_wal']) {
    mkdirSync(join(dataDir, path, 'data', folder), { recursive: true })
  }
  write(`${path}/data/PG_VERSION`, '18\n')
  write(`${path}/data/global/pg_control`, 'x')
  write(`${path}/cluster.json`, JSON.stringify({ major: 18, port }))
}

const found = async (level: 'note' | 'problem') =>
  (await examine(env)).findings
    .filter((finding) => finding.level === level)
    .map(({ about, text, remedy }) => `${about}: ${text} → ${remedy}`)

test('an install that was shut down properly has no problem', async () => {
  const report = await examine(env)
  expect(report).toMatchObject({ ok: true, dataDir })
  expect(await found('problem')).toEqual([])
  env.BASALT_DATA_DIR = join(dataDir, 'absent')
  expect(await examine(env)).toMatchObject({ ok: true })
})

const problems: [string, () => void, RegExp][] = [
  [
    'a lost secret key',
    () => remove('secret-key'),
    /secret-key is missing.*Restore.*BASALT_SECRET_KEY/u,
  ],
  ['a cut secret key', () => write('secret-key', 'short'), /fewer than 32.*Restore/u],
  [
    'a foreign secret key',
    () => write('secret-key', `${key}, but another`),
    /not the one that the data was written with.*Restore/u,
  ],
  [
    'a foreign configured key',
    () => (env.BASALT_SECRET_KEY = `${key}, but another`),
    /BASALT_SECRET_KEY is not the one/u,
  ],
  ['a lost system database', () => remove('system'), /system is missing.*backup/u],
  [
    'a lost record',
    () => remove('system/cluster.json'),
    /system database: .*missing.*written again/u,
  ],
  [
    'a damaged record',
    () => write('clusters/shop/cluster.json', '{'),
    /project shop: .*damaged.*written again/u,
  ],
  [
    'a record of another version',
    () => write('clusters/shop/cluster.json', '{"major":15,"port":20002}'),
    /says PostgreSQL 15, the data says 18.*Move/u,
  ],
  [
    'two records with one port',
    () => cluster('clusters/side', 20_002),
    /Port 20002 .*another database's too.*Move/u,
  ],
  ['a lost version', () => remove('system/data/PG_VERSION'), /lacks PG_VERSION.*Restore .*backup/u],
  [
    'lost files',
    () => remove('clusters/shop/data/global'),
    /project shop: .*lacks global.*Restore/u,
  ],
  [
    'data of another PostgreSQL',
    () => {
      write('system/data/PG_VERSION', '15\n')
      write('system/cluster.json', '{"major":15,"port":20001}')
    },
    /belongs to PostgreSQL 15.*BASALT_POSTGRES_DIR/u,
  ],
  [
    'an engine that cannot be run',
    () => (env.BASALT_POSTGRES_DIR = '/absent'),
    /cannot be run.*Correct BASALT_POSTGRES_DIR/u,
  ],
  [
    'an unfinished directory without a mark',
    () => write('clusters/half.partial/data/PG_VERSION', '18'),
    /half\.partial looks unfinished.*Look at it/u,
  ],
]

test.each(problems)('%s is a problem with a solution', async (_, harm, expected) => {
  harm()
  expect((await found('problem')).join('\n')).toMatch(expected)
  expect((await examine(env)).ok).toBe(false)
})

const notes: [string, () => void, RegExp][] = [
  ['no check value', () => remove('secret-key.check'), /check is missing.*next start/u],
  [
    'a marked leftover',
    () => write('clusters/half.partial/creation.json', '{"home":"half"}'),
    /half\.partial was left unfinished.*next start removes it/u,
  ],
  [
    'a database that ended with the machine',
    () => {
      write('system/data/postmaster.pid', '999999999\n/data\n1\n20001\n\n\n\nready\n')
      write('system/postgres.log', '2026 FATAL:  could not write: No space left on device\n')
    },
    /ended without being stopped.*No space left on device.*next start recovers/u,
  ],
  [
    'a database that says in its log why it ended',
    () => {
      write('system/data/postmaster.pid', '999999999\n/data\n1\n20001\n\n\n\nready\n')
      const entry = (message: string, backend: string) =>
        `{"timestamp":"x","pid":1,"error_severity":"FATAL","state_code":"58P01","message":"${message}","backend_type":"${backend}","query_id":0}\n`
      write(
        'system/log/postgres-2026-01-01_000000.json',
        entry('lost \\"pg_wal\\"', 'startup') + entry('wrong password', 'client backend'),
      )
    },
    /It said last: FATAL: {2}lost "pg_wal"/u,
  ],
  [
    'a lock of a process that has ended',
    () => write('lock', JSON.stringify({ pid: 999_999_999, startedAt: 'x', nonce: 'n' })),
    /server: It ended without being stopped \(process 999999999\).*next start/u,
  ],
  [
    'the last fatal entry of the log',
    () =>
      write(
        'logs/server.log',
        '{"level":30,"msg":"fine"}\n{"level":60,"time":1,"msg":"ended","crashReport":["heap"]}\n',
      ),
    /Last fatal entry, 1970-01-01T00:00:00\.001Z: ended \| heap/u,
  ],
]

test.each(notes)('%s is a note', async (_, arrange, expected) => {
  arrange()
  expect((await found('note')).join('\n')).toMatch(expected)
  expect(await found('problem')).toEqual([])
})

describe('a server that locks the data directory', () => {
  test('is a problem when it is stopped, or does not answer', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: '/' })
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      write('lock', JSON.stringify({ pid: child.pid, startedAt: `${boot}/${start}`, nonce: 'n' }))
      expect((await found('problem')).join()).toMatch(/does not answer at .*kill -9/u)
      child.kill('SIGSTOP')
      await expect
        .poll(async () => (await found('problem')).join())
        .toMatch(/is stopped and answers nobody.*kill -CONT/u)
    } finally {
      child.kill('SIGKILL')
    }
  })
})

test('examining changes nothing', async () => {
  const tree = () =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mtimeMs, mode, size } = statSync(join(dataDir, name))
      return [name, mtimeMs, mode, size]
    })
  for (const [, harm] of problems.slice(0, 6)) harm()
  chmodSync(join(dataDir, 'secret-key.check'), 0o644)
  const before = tree()
  await examine(env)
  expect(tree()).toEqual(before)
})

test('the directory for a closed checkout is the one that the server uses', () => {
  expect(sharedDirectory('/root/one/.basalt')).toBe(sharedDataDirectory('/root/one/.basalt'))
  expect(dataDirectory({ BASALT_DATA_DIR: '/chosen' })).toBe('/chosen')
})
