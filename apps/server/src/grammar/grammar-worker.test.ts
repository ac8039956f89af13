import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { grammarWorker } from './grammar-worker.ts'

/** Answers each script with itself as the kind, and its process id; crashes on request. */
const program = `
process.on('message', ({ id, script }) => {
  if (script === 'break') process.exit(1)
  const statement = { text: script, kind: String(process.pid), settings: Object.keys(process.env) }
  process.send({ id, result: { statements: [statement] } })
})
process.on('disconnect', () => process.exit())
`

let folder: TemporaryFolder
let file: URL

beforeAll(async () => {
  folder = await temporaryFolder()
  const path = join(folder.path, 'program.mjs')
  await writeFile(path, program)
  file = pathToFileURL(path)
})
afterAll(() => folder.remove())

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('scripts are parsed in one process, each with its own answer, until it is closed', async () => {
  const scripts = grammarWorker(file)
  const texts = ['a', 'b', 'c']
  const answers = await Promise.all(texts.map((text) => scripts.read(text)))
  const pids = new Set(answers.map(({ statements }) => Number(statements[0]?.kind)))
  expect(answers.map(({ statements }) => statements[0]?.text)).toEqual(texts)
  expect(pids.size).toBe(1)
  await scripts.close()
  expect([...pids].some(isAlive)).toBe(false)
})

test("the process gets none of the server's settings", async () => {
  const scripts = grammarWorker(file)
  const { statements } = await scripts.read('a')
  expect(statements).toMatchObject([{ settings: expect.not.arrayContaining(['PATH']) }])
  await scripts.close()
})

test('a script that crashes the parser is known by its tokens, and the next one is parsed again', async () => {
  const scripts = grammarWorker(file)
  const [broken, behind] = await Promise.all([scripts.read('break'), scripts.read('drop table t')])
  expect(broken.statements[0]?.kind).toBe('OTHER')
  expect(behind.statements[0]?.kind).toBe('DROP TABLE')
  expect((await scripts.read('drop table t')).statements[0]?.kind).toMatch(/^\d+$/u)
  await scripts.close()
})
