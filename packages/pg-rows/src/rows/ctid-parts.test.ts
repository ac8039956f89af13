import type { RowView } from '@basalt/pg-model'
import { getTarget, getPage, projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { PageRequest } from './page-parts.ts'
import { positionOfRow } from './row-number.ts'
import { RowError, type RowTarget } from './row-target.ts'

let database: TestDatabase
let target: RowTarget

/** Some 1,900 blocks of 21 rows, so that each part of a page is a separate range. */
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table wide (n int, filling text)',
    "insert into wide select i, repeat('x', 350) from generate_series(1, 40000) i",
    'analyze wide',
  )
  target = await getTarget(database.db, 'wide')
})
afterAll(() => database.dispose())

const page = (request: Partial<PageRequest>) =>
  getPage(database.db, target, { limit: 400, ...request })

async function walk(view: RowView, direction: 'forward' | 'backward', limit: number) {
  const found: number[][] = []
  let cursor: string[] | null = null
  for (;;) {
    const at = cursor === null && direction === 'backward' ? 'end' : 'start'
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const answer = await page({ view, cursor, direction, at, limit })
    const numbers = answer.rows.map(([n]) => Number(n))
    if (direction === 'forward') found.push(numbers)
    else found.unshift(numbers)
    const outermost = direction === 'forward' ? answer.rows.at(-1) : answer.rows[0]
    if (!answer.has_more || outermost === undefined) return found.flat()
    cursor = [outermost.at(-1) ?? '']
  }
}

test('every row of a table without a key is read once in its order, with deleted rows anywhere', async () => {
  const holes = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(10, 3000, 26_000)),
    { maxLength: 2 },
  )
  await fc.assert(
    fc.asyncProperty(
      holes,
      fc.constantFrom(undefined, 'n % 97 = 0', 'n > 39990 or n < 5'),
      fc.constantFrom('forward' as const, 'backward' as const),
      async (deleted, where, direction) => {
        const shown = (n: number) =>
          !deleted.some(([first, count]) => n >= first && n < first + count) &&
          (where === undefined || (where.startsWith('n %') ? n % 97 === 0 : n > 39_990 || n < 5))
        const outside = deleted.map(
          ([first, count]) => `n not between ${first} and ${first + count - 1}`,
        )
        const view = { where: [`(${where ?? 'true'})`, ...outside].join(' and ') }
        const read = await walk(view, direction, where === undefined ? 1000 : 50)
        expect(read).toEqual(Array.from({ length: 40_000 }, (_, at) => at + 1).filter(shown))
      },
    ),
    { numRuns: 12 },
  )
})

test('a page reads only the blocks around it', async () => {
  const listBlocks = async (read: () => Promise<unknown>) => {
    const count = async () => {
      const { rows } = await database.db.text(
        `select heap_blks_read + heap_blks_hit from pg_statio_user_tables where relname = 'wide'`,
      )
      return Number(rows[0]?.[0])
    }
    const settle = () => database.db.text('select pg_stat_force_next_flush()')
    await settle()
    const before = await count()
    await read()
    await settle()
    return (await count()) - before
  }
  const total = 40_000 / 21
  expect(await listBlocks(() => database.db.text('select count(*) from wide'))).toBeGreaterThan(
    total,
  )
  const around = ['(900,3)']
  for (const request of [
    {},
    { at: 'end' as const },
    { cursor: around },
    { cursor: around, direction: 'backward' as const },
    { from: ['(1200,0)'] },
  ])
    expect(await listBlocks(() => page(request))).toBeLessThan(200)
})

test('a high row number is estimated from the size of the file', async () => {
  const position = await positionOfRow(database.db, target, { view: {}, row: 30_000 })
  expect(position?.is_exact).toBe(false)
  const { rows } = await page({ from: position?.from ?? null, limit: 1 })
  expect(Math.abs(Number(rows[0]?.[0]) - 30_000)).toBeLessThan(1000)
})

test('the first block, and an invalid position', async () => {
  expect((await page({ cursor: ['(4294967290,1)'] })).rows).toEqual([])
  const last = await page({ cursor: ['(4294967290,1)'], direction: 'backward', limit: 1 })
  expect(last.rows[0]?.[0]).toBe('40000')
  await expect(page({ cursor: ['nowhere'] })).rejects.toThrow(/invalid input syntax for type tid/u)
  await expect(page({ cursor: ['(0,1)', '(0,2)'] })).rejects.toThrow(RowError)
})
