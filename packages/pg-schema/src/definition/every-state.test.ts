import type { ProjectDatabase, ProjectEngine } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { splitStatements } from '@basalt/pg-sql'
import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { exportSql } from '../export/sql.ts'
import { writeSchemaDefinition } from './definition.ts'
import { type Catalog, getCatalog } from './testing/catalog-of.ts'
import { everyState } from './testing/every-state.ts'

let folder: TemporaryFolder
let engine: ProjectEngine
let source: ProjectDatabase
let copy: ProjectDatabase
let was: Catalog
const statements = everyState()

beforeAll(async () => {
  folder = await temporaryFolder()
  engine = embeddedEngine({ dataDir: folder.path, secretFor: (label) => `secret-${label}` })
  const ownerPassword = 'plain-otter-Velvet-41-quarry'
  for (const ref of ['source', 'copy']) await engine.create(ref, { ownerPassword })
  source = await engine.open('source', 'owner')
  copy = await engine.open('copy', 'owner')
  await run(source, ['create role clerk', 'create role guest', ...statements])
  await run(source, [
    `insert into state."t 9" (id, part, note) values (1, 7, 'x')`,
    `insert into state."whole 1" (id, at) values (1, 1), (2, 9)`,
    'refresh materialized view state."m 3"',
  ])
  was = await getCatalog(source, 'state')
})
afterAll(async () => {
  await engine.shutdown()
  await engine.disconnect()
  await folder.remove()
})

async function run(db: ProjectDatabase, script: readonly string[]) {
  const session = await db.session()
  try {
    for (const text of script) {
      await session.text(text).catch((cause: unknown) => {
        throw new Error(`Failed: ${text}`, { cause })
      })
    }
  } finally {
    await session.release()
  }
}

const signal = new AbortController().signal

async function toText(write: (sending: Parameters<typeof exportSql>[1]) => Promise<void>) {
  let text = ''
  await write({ signal, write: async (piece) => void (text += piece) })
  return text
}

const splitParts = (script: string) => splitStatements(script).map(({ text }) => text)

/** The state of each sequence, and whether it was used yet. */
async function listCounters(db: ProjectDatabase): Promise<(string | null)[][]> {
  const { rows } =
    await db.text(`select string_agg(format('select %L, last_value, is_called from %s', oid::regclass, oid::regclass),
    ' union all ') from pg_class where relkind = 'S' and relnamespace = 'state'::regnamespace`)
  return (await db.text(`${rows[0]?.[0]} order by 1`)).rows
}

describe('more than a hundred relations of every kind and state', () => {
  test('are recreated with their rows by the export of their database', async () => {
    expect(was.relations.length).toBeGreaterThan(100)
    const script = await toText((sending) => exportSql(source, sending))
    await run(copy, splitParts(script))
    expect(await getCatalog(copy, 'state')).toEqual(was)
    expect(await listCounters(copy)).toEqual(await listCounters(source))
    expect(await toText((sending) => exportSql(copy, sending))).toBe(script)
    const rows = 'select * from state."whole 1" order by id'
    expect((await copy.text(rows)).rows).toEqual((await source.text(rows)).rows)
  })

  test('are recreated by the definition of their schema', async () => {
    const define = (db: ProjectDatabase) =>
      toText((sending) => writeSchemaDefinition(db, 'state', sending))
    const script = await define(source)
    await copy.text('drop schema state cascade')
    await run(copy, splitParts(script))
    expect(await getCatalog(copy, 'state')).toEqual(was)
    expect(await define(copy)).toBe(script)
  })
})
