import { databaseTableChanges } from '@basalt/contract/database/table-changes'
import { databaseTables } from '@basalt/contract/database/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TableFixtures, tableFixtures } from '../../testing/table-fixtures.ts'

let fixtures: TableFixtures
let id = 0

beforeAll(async () => {
  fixtures = await tableFixtures()
  await fixtures.run(
    'create table public.stock (code int primary key)',
    'insert into public.stock values (1)',
  )
  const [[found] = []] = await fixtures.listRows(`select 'public.stock'::regclass::oid`)
  id = Number(found)
})
afterAll(() => fixtures.close())

/** Every connection of the pool is tested, because any of them may answer. */
const requestCount = 12

test.each(['owner', 'reader'] as const)(
  'a setting that a condition of the %s makes does not leak to the next user of the connection',
  async (who) => {
    const client = fixtures[who]
    const params = { ref: fixtures.ref, id }
    const found = async (where: string) =>
      (
        await client.call(databaseTables.rows, {
          params,
          query: { view: JSON.stringify({ where }) },
        })
      ).rows.length
    expect(await found(`set_config('datestyle', 'German', false) is not null`)).toBe(1)
    const check = `set_config('datestyle', 'German', false) is null`
    const body = { check, shown: [{ was: 'code', name: 'code' }] }
    const invalid = await client.call(databaseTableChanges.violations, { params, body })
    expect(invalid.count).toBe(1)
    const left = await Promise.all(
      Array.from({ length: requestCount }, () =>
        found(`current_setting('datestyle') like 'German%'`),
      ),
    )
    expect(left).toEqual(left.map(() => 0))
  },
)
