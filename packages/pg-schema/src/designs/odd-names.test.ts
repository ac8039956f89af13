import { listDataTypes } from '@basalt/pg-catalog'
import type { ChangedDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { alterSteps } from './alter-table.ts'
import { probeOn } from './probe.ts'
import { readDesign } from './read-design.ts'
import { runSteps } from './run-steps.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

async function designOfOdd() {
  const [row] = await database.db.query<{ id: number }>(`select 'odd'::regclass::int as id`)
  const found = await readDesign(database.db, row?.id ?? 0)
  if (found === null) throw new Error('The table is not there')
  return found
}

describe('a name that is also a system column or type', () => {
  test('works as a type', async () => {
    await database.run(`create type "constructor" as enum ('a')`)
    const types = await listDataTypes(database.db)
    expect(types.find(({ name }) => name.includes('constructor'))).toMatchObject({
      alternative: null,
    })
  })

  test('works as a column with a check', async () => {
    await database.run('create table odd (id bigint primary key, "constructor" text)')
    const current = await designOfOdd()
    const target: ChangedDesign = {
      ...current.design,
      columns: current.design.columns.map((one) => ({
        ...one,
        was: one.name,
        using: null,
        check: one.name === 'id' ? null : `"constructor" <> ''`,
      })),
    }
    const { db } = database
    const probe = probeOn(db, current.design)
    await runSteps(db, {
      steps: await alterSteps(db, { current, target, online: false }, probe),
    })
    const changed = await designOfOdd()
    expect(changed.design.columns[1]?.check).toContain('<>')
    expect(changed.version).not.toBe(current.version)
  })
})
