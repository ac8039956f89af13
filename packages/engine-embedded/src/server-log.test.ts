import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { EntryCutter } from './log-entries.ts'
import { ServerLog } from './server-log.ts'

const mib = 1024 * 1024
const kib = 1024

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'basalt-log-'))
})
afterAll(() => rm(dir, { recursive: true }))

const parts = async (path: string) =>
  Promise.all(
    (await readdir(dir)).toSorted().map(async (name) => {
      const text = name.startsWith(path) ? await readFile(join(dir, name), 'utf8') : ''
      return { name, text }
    }),
  )

test('huge entries push out no others, and are truncated to their beginning', async () => {
  const log = new ServerLog(join(dir, 'huge'))
  await appendFile(join(dir, 'huge'), '2026-01-01 [1] LOG:  the first line\n')
  for (let round = 0; round < 6; round++) {
    const entry = `2026-01-01 [2] ERROR:  ${'x'.repeat(6 * mib)}\n\t${'y'.repeat(6 * mib)}\n`
    await appendFile(join(dir, 'huge'), entry)
    await log.cap()
  }
  const texts = (await parts('huge')).map(({ text }) => text).join('')
  expect(texts).toContain('the first line')
  expect(texts.match(/ERROR:  x{1000}/g)).toHaveLength(6)
  expect(texts).toMatch(/\t\d+ more bytes of this entry were cut\.\n/)
  expect(texts.length).toBeLessThan(mib)
})

test('many entries use a bounded number of files, newest first', async () => {
  const path = join(dir, 'many')
  const log = new ServerLog(path, 8 * kib)
  for (let round = 0; round < 7; round++) {
    await appendFile(path, `round ${round}\n`.repeat(kib + 1))
    await Promise.all([log.cap(), log.cap()])
  }
  const found = (await parts('many')).filter(({ text }) => text !== '')
  expect(found.map(({ name, text }) => [name, text.slice(0, 8)])).toEqual([
    ['many.1', 'round 6\n'],
    ['many.2', 'round 5\n'],
    ['many.3', 'round 4\n'],
    ['many.4', 'round 3\n'],
  ])
  expect((await stat(path)).size).toBe(0)
})

test('entries within the limit are unchanged and others are truncated, for any chunks of a log', () => {
  const line = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom('a', 'b', ' ') })
  const entry = fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((lines) => `${lines.join('\n\t')}\n`)
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.integer({ min: 1, max: 30 }), (log, step) => {
      const cutter = new EntryCutter(60)
      const bytes = Buffer.from(log.join(''))
      const stored: Buffer[] = []
      for (let from = 0; from < bytes.length; from += step) {
        stored.push(cutter.cut(bytes.subarray(from, from + step)))
      }
      stored.push(cutter.end())
      const expected = log.map((text) =>
        text.length <= 60
          ? text
          : `${text.slice(0, 60)}\n\t${text.length - 60} more bytes of this entry were cut.\n`,
      )
      expect(Buffer.concat(stored).toString()).toBe(expected.join(''))
    }),
  )
})
