import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { RotatingLog } from './rotating-log.ts'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const path = () => join(folder.path, 'server.log')
const read = (end = '') => readFileSync(path() + end, 'utf8')

test('any lines are in files of the size, the latest ones in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (lengths) => {
      for (const name of readdirSync(folder.path)) rmSync(join(folder.path, name))
      const log = new RotatingLog(path(), { bytes: 100, files: 3 })
      const lines = lengths.map((length, at) => `${at}:${'x'.repeat(length)}\n`)
      for (const line of lines) log.write(line)
      const names = readdirSync(folder.path).toSorted().toReversed()
      expect(names.length).toBeLessThanOrEqual(3)
      const stored = names.map((name) => readFileSync(join(folder.path, name), 'utf8'))
      for (const text of stored) expect(text.length).toBeLessThanOrEqual(100 + 50)
      expect(lines.join('').endsWith(stored.join(''))).toBe(true)
      const isShort = lines.join('').length <= 100
      expect(stored.join('') === lines.join('') || !isShort).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('a log continues after the lines of an earlier process', () => {
  writeFileSync(path(), 'x'.repeat(101))
  const log = new RotatingLog(path(), { bytes: 100, files: 3 })
  log.write('new\n')
  expect([read(), read('.1')]).toEqual(['new\n', 'x'.repeat(101)])
})

test('a failing write throws nothing, and the loss is reported when writing works again', () => {
  const directory = join(folder.path, 'logs')
  writeFileSync(directory, 'in the way')
  const closed = join(directory, 'server.log')
  const log = new RotatingLog(closed)
  for (const line of ['one\n', 'two\n', 'three\n']) expect(() => log.write(line)).not.toThrow()
  rmSync(directory)
  log.write('four\n')
  const [reported = '', line] = readFileSync(closed, 'utf8').split('\n')
  expect(JSON.parse(reported)).toMatchObject({
    level: 40,
    lost: 3,
    msg: expect.stringMatching(/^3 lines .*EEXIST/u) as string,
  })
  expect(line).toBe('four')
})
