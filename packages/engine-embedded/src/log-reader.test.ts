import { appendFile, mkdtemp, readdir, rm, truncate, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { LogFiles } from './log-files.ts'
import { readLogFiles } from './log-reader.ts'

const mib = 1024 * 1024

let dir: string
const dirs: string[] = []
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'basalt-log-'))
  dirs.push(dir)
})
afterAll(() => Promise.all(dirs.map((one) => rm(one, { recursive: true }))))

const entry = (message: string, more: object = {}) =>
  `${JSON.stringify({ timestamp: '2026-11-28 12:00:00.000 UTC', error_severity: 'LOG', message, ...more })}\n`
const write = (file: number, text: string) => appendFile(join(dir, nameOf(file)), text)
const nameOf = (file: number) => `postgres-2026-11-28_12000${file}.json`
const read = (after: string | null, maxBytes = mib) =>
  readLogFiles(new LogFiles(dir), after, maxBytes)

async function readAll(after: string | null, maxBytes = mib) {
  const messages: string[] = []
  let position = after
  let lostBytes = 0
  for (;;) {
    const part = await read(position, maxBytes)
    messages.push(...part.entries.map(({ message }) => message))
    lostBytes += part.lostBytes
    if (part.position === position) return { messages, position, lostBytes }
    position = part.position
  }
}

test('entries of all files are read once, in parts of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ maxLength: 40 }), { maxLength: 6 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 300 }),
      async (files, maxBytes) => {
        await Promise.all((await readdir(dir)).map((name) => rm(join(dir, name))))
        for (const [index, texts] of files.entries())
          await write(index, texts.map((text) => entry(text)).join(''))
        const { messages, lostBytes } = await readAll(null, maxBytes)
        expect(messages).toEqual(files.flat())
        expect(lostBytes).toBe(0)
      },
    ),
    { numRuns: 60 },
  )
})

test('a line that is half written is read when it is complete', async () => {
  const line = entry('late')
  await write(1, entry('first') + line.slice(0, 30))
  const before = await readAll(null)
  expect(before.messages).toEqual(['first'])
  await write(1, line.slice(30))
  expect((await readAll(before.position)).messages).toEqual(['late'])
})

test('a line that was never completed does not hold back later files', async () => {
  await write(1, `${entry('first')}${entry('an unfinished one').slice(0, 90)}`)
  await write(2, entry('later'))
  expect((await readAll(null)).messages).toEqual(['first', 'later'])
  const past = new Date(Date.now() - 60_000)
  await utimes(join(dir, nameOf(1)), past, past)
  const { messages } = await readAll(null)
  expect(messages[1]).toMatch(/^an unf/)
  expect(messages).toHaveLength(3)
})

test('ids of queries are texts with all their digits', async () => {
  await write(
    1,
    entry('"query_id":5}', { query_id: 0 }).replace(/0\}\n$/, '-1234567890123456789}\n'),
  )
  const { entries } = await read(null)
  expect(entries).toMatchObject([{ message: '"query_id":5}', query_id: '-1234567890123456789' }])
})

test('a huge entry is cut, and the next one follows', async () => {
  await write(1, entry('m', { statement: 'é'.repeat(12 * mib) }) + entry('next'))
  const all = []
  for (let position: string | null = null; all.length < 2;) {
    const part = await read(position, 64 * 1024)
    all.push(...part.entries)
    position = part.position
  }
  expect(all).toMatchObject([{ message: 'm' }, { message: 'next', cutCharacters: 0 }])
})

test('fields after a huge statement are read from its end', async () => {
  const more = {
    statement: `"application_name":"x",${'\\"'.repeat(mib)}`,
    application_name: 'basalt',
  }
  await write(1, entry('m', { user: 'basalt_dashboard', ...more, backend_type: 'client backend' }))
  expect((await read(null, 1000)).entries).toMatchObject([{ isOwn: true, message: 'm' }])
})

test('a session that only calls itself Basalt is not hidden', async () => {
  const users = ['postgres', 'basalt_dashboard', 'basalt_control', 'basalt_reader_0123456789abcdef']
  await write(
    1,
    users.map((user) => entry(user, { user, application_name: 'basalt/a@b' })).join(''),
  )
  await write(1, entry('psql', { user: 'basalt_dashboard', application_name: 'psql' }))
  const { entries } = await read(null)
  expect(entries.map(({ isOwn }) => isOwn)).toEqual([false, true, true, true, false])
})

test('any bytes are read without a failure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      await Promise.all((await readdir(dir)).map((name) => rm(join(dir, name))))
      await appendFile(join(dir, nameOf(1)), bytes)
      await write(1, `\n${entry('last')}`)
      expect((await readAll(null, 50)).messages.at(-1)).toBe('last')
    }),
    { numRuns: 60 },
  )
})

test('unread bytes of deleted files are counted once', async () => {
  const bounds = { bytes: 1000, files: 20 }
  await write(1, entry('x'.repeat(500)))
  const { position } = await read(null)
  await write(2, entry('y'.repeat(900)))
  await write(3, entry('z'))
  new LogFiles(dir, bounds).prune()
  const after = await readAll(position)
  expect(after).toMatchObject({ messages: ['z'], lostBytes: entry('y'.repeat(900)).length })
  await rm(join(dir, nameOf(3)))
  await write(4, entry('by hand'))
  const byHand = await readAll(after.position)
  expect(byHand.messages).toEqual(['by hand'])
  expect(byHand.lostBytes).toBeGreaterThan(0)
  expect((await readAll(byHand.position)).lostBytes).toBe(0)
})

test('a file of the same name that is shorter is read from its beginning', async () => {
  await write(1, entry('a long first entry'))
  const { position } = await read(null)
  await truncate(join(dir, nameOf(1)))
  await write(1, entry('b'))
  expect((await readAll(position)).messages).toEqual(['b'])
})

test('a huge file is deleted before older ones of the usual size', async () => {
  for (const file of [1, 2, 4]) await write(file, entry('kept'))
  await write(3, entry('x'.repeat(20 * mib)))
  new LogFiles(dir, { bytes: 10 * mib, files: 20 }).prune()
  expect((await readAll(null)).messages).toEqual(['kept', 'kept', 'kept'])
})

test('many files are bounded, and a file that no longer rotates is noticed', async () => {
  for (let file = 0; file < 9; file++) await write(file, entry('x'))
  const files = new LogFiles(dir, { bytes: mib, files: 4 })
  expect(files.prune()).toEqual({ isStuck: false })
  expect(files.list().map(({ name }) => name)).toEqual([5, 6, 7, 8].map(nameOf))
  await write(8, 'x'.repeat(33 * mib))
  expect(files.prune()).toEqual({ isStuck: true })
})
