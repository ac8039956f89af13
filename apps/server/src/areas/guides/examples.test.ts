import type { ProjectDatabase } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { quoteIdent, splitStatements } from '@basalt/pg-sql'
import { dataDirectory, makeSuperuser } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getExample } from './guide-page.ts'
import { readGuides } from './guides.ts'
import { guidesFolder } from './testing/guides-folder.ts'

const ref = 'shop'
const examples = readGuides(guidesFolder).flatMap(({ entry, text }) =>
  entry === null ? [] : [{ name: entry.name, sql: getExample(text), text }],
)

let db: ProjectDatabase
let offered: Set<string>
let isTrusted: Set<string>
let makeOwnerSuperuser: () => Promise<void>
let close: () => Promise<void>

beforeAll(async () => {
  const folder = await dataDirectory()
  const secretFor = (label: string) => `secret of ${label}`
  const engine = embeddedEngine({ dataDir: folder.path, secretFor })
  await engine.create(ref, { ownerPassword: 'plain-otter-Velvet-41-quarry' })
  offered = new Set((await engine.manifest()).extensions)
  db = await engine.open(ref, 'owner')
  const trusted = await db.query<{ name: string }>(
    'select distinct name from pg_available_extension_versions where trusted or not superuser',
  )
  isTrusted = new Set(trusted.map(({ name }) => name))
  makeOwnerSuperuser = () => makeSuperuser({ engine, dataDir: folder.path, secretFor, ref })
  close = async () => {
    await engine.shutdown()
    await engine.disconnect()
    await folder.remove()
  }
})
afterAll(() => close())

/** Runs each in a transaction that is rolled back, so that no example sees another one. */
async function runAll(runnable: typeof examples): Promise<string[]> {
  const failures: string[] = []
  for (const { name, sql } of runnable) {
    const session = await db.session()
    try {
      await session.text('begin')
      await session.text(`create extension if not exists ${quoteIdent(name)} cascade`)
      for (const { text } of splitStatements(sql)) await session.text(text)
      await session.text('rollback')
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
    }
    await session.release()
  }
  return failures
}

test('the owner of a database runs the examples of trusted extensions', async () => {
  const runnable = examples.filter(({ name }) => offered.has(name) && isTrusted.has(name))
  expect(runnable.length).toBeGreaterThan(30)
  expect(await runAll(runnable)).toEqual([])
})

test('a superuser runs the examples of the other extensions of the engine', async () => {
  await makeOwnerSuperuser()
  const runnable = examples.filter(({ name }) => offered.has(name) && !isTrusted.has(name))
  expect(await runAll(runnable)).toEqual([])
})

test('every guide tells whether the engine has the extension, and who may create it', () => {
  const getNote = (name: string) => {
    if (name === 'plpgsql') return 'The default engine has it, and it cannot be dropped.'
    if (isTrusted.has(name)) return 'and the owner of the database may create it.'
    if (offered.has(name)) return 'but only a superuser may create it'
    return name === 'old_snapshot' ? 'does not have it.' : 'The default engine does not have it.'
  }
  const wrong = examples.filter(({ name, text }) => !text.includes(getNote(name)))
  expect(wrong.map(({ name }) => name)).toEqual([])
})
