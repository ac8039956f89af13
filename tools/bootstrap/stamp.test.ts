import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { fingerprint } from './fingerprint.mjs'
import { isCurrent, readStamp, writeStamp } from './stamp.mjs'

let root: string
let stamp: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'basalt-stamp-'))
  stamp = join(root, 'stamp.json')
  mkdirSync(join(root, 'src', 'dist'), { recursive: true })
  writeFileSync(join(root, 'src', 'a.ts'), 'one')
  remember()
})

afterEach(() => rmSync(root, { recursive: true }))

const sources = () => fingerprint(root, ['src', 'absent'])
const remember = () => writeStamp(stamp, { quick: sources().quick(), content: sources().content() })

test('untouched sources are current', () => {
  expect(isCurrent(stamp, sources())).toBe(true)
})

test('changed, new and missing files are detected', () => {
  writeFileSync(join(root, 'src', 'a.ts'), 'two')
  expect(isCurrent(stamp, sources())).toBe(false)

  remember()
  writeFileSync(join(root, 'src', 'b.ts'), '')
  expect(isCurrent(stamp, sources())).toBe(false)

  remember()
  rmSync(join(root, 'src', 'b.ts'))
  expect(isCurrent(stamp, sources())).toBe(false)
})

test('a file with another time and the same content is current, and checked quickly from then on', () => {
  utimesSync(join(root, 'src', 'a.ts'), new Date(0), new Date(0))

  expect(isCurrent(stamp, sources())).toBe(true)
  expect(readStamp(stamp)?.quick).toBe(sources().quick())
})

test('tests and builds do not count as sources', () => {
  writeFileSync(join(root, 'src', 'a.test.ts'), '')
  writeFileSync(join(root, 'src', 'dist', 'a.js'), '')

  expect(isCurrent(stamp, sources())).toBe(true)
})

test('without a stamp, or with a broken one, no file is current', () => {
  writeFileSync(stamp, '{ "quick": 1')
  expect(isCurrent(stamp, sources())).toBe(false)

  rmSync(stamp)
  expect(isCurrent(stamp, sources())).toBe(false)
})
