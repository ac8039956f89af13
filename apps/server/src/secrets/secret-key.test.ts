import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { StartError } from '../process/data-directory.ts'
import { noteSecretKey, readSecretKey, requireSecretKey } from './secret-key.ts'

let folder: TemporaryFolder
let dataDir: string
beforeEach(async () => {
  folder = await temporaryFolder()
  dataDir = folder.path
})
afterEach(() => folder.remove())

const file = (name: string) => join(dataDir, name)
const other = 'another key of at least 32 characters'

test('a new data directory gets a key once, readable for its owner only', () => {
  const created = requireSecretKey(dataDir, null)
  expect(created.isNew).toBe(true)
  expect(created.key.length).toBeGreaterThanOrEqual(32)
  expect(requireSecretKey(dataDir, null)).toEqual({ key: created.key, isNew: false })
  expect(statSync(file('secret-key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
})

test('a configured key creates no file', () => {
  expect(requireSecretKey(dataDir, other)).toEqual({ key: other, isNew: false })
  expect(readdirSync(dataDir)).toEqual([])
})

describe.each([
  ['the system database', ['system', 'data']],
  ['a project', ['clusters', 'shop', 'data']],
  ['an unfinished creation', ['clusters', 'shop.partial']],
])('next to %s', (_, path) => {
  beforeEach(() => mkdirSync(join(dataDir, ...path), { recursive: true }))

  test('a missing key is refused with both solutions, and none is created', () => {
    const start = () => requireSecretKey(dataDir, null)
    expect(start).toThrow(StartError)
    expect(start).toThrow(/secret-key is missing.*Restore the file.*BASALT_SECRET_KEY/u)
    expect(existsSync(file('secret-key'))).toBe(false)
    expect(requireSecretKey(dataDir, other).key).toBe(other)
  })
})

test.each([
  ['empty', ''],
  ['cut', 'short'],
])('a key file that is %s is refused and not changed', (_, text) => {
  writeFileSync(file('secret-key'), text)
  expect(() => requireSecretKey(dataDir, null)).toThrow(/damaged.*BASALT_SECRET_KEY/u)
  expect(readFileSync(file('secret-key'), 'utf8')).toBe(text)
})

test("a key other than the directory's is refused, from any source", () => {
  const { key } = requireSecretKey(dataDir, null)
  noteSecretKey(dataDir, key)
  expect(requireSecretKey(dataDir, null).key).toBe(key)
  expect(readSecretKey(dataDir, key)).toBe(key)
  expect(readFileSync(file('secret-key.check'), 'utf8')).not.toContain(key)

  expect(() => requireSecretKey(dataDir, other)).toThrow(/BASALT_SECRET_KEY is not the key/u)
  writeFileSync(file('secret-key'), other)
  expect(() => requireSecretKey(dataDir, null)).toThrow(/secret-key is not the key/u)
  expect(() => readSecretKey(dataDir, null)).toThrow(StartError)
})

test('a lost check value is written again when the key was verified', () => {
  const { key } = requireSecretKey(dataDir, null)
  noteSecretKey(dataDir, key)
  const value = readFileSync(file('secret-key.check'), 'utf8')
  rmSync(file('secret-key.check'))
  expect(readSecretKey(dataDir, null)).toBe(key)
  noteSecretKey(dataDir, key)
  expect(readFileSync(file('secret-key.check'), 'utf8')).toBe(value)
})

test('a command next to the server never creates a key', () => {
  expect(() => readSecretKey(dataDir, null)).toThrow('is missing')
  expect(readdirSync(dataDir)).toEqual([])
})
