import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TableFixtures, tableFixtures } from '../../testing/table-fixtures.ts'

let fixtures: TableFixtures
let id = 0

beforeAll(async () => {
  fixtures = await tableFixtures()
  await fixtures.run(
    'create table public.stock (note text, qty int, code int primary key, touched int default 0)',
    `insert into public.stock (note, qty, code)
     select null, case when n % 2 = 0 then -n end, n from generate_series(1, 60) n`,
  )
  const [[found] = []] = await fixtures.listRows(`select 'public.stock'::regclass::oid`)
  id = Number(found)
})
afterAll(() => fixtures.close())

const shown = [
  { was: 'code', name: 'code' },
  { was: 'qty', name: 'qty' },
]
type Rule = { check?: string; shown?: { was: string; name: string }[] }

const appearance = (rule: Rule, client = fixtures.owner) =>
  client.call(routes.violations, {
    params: { ref: fixtures.ref, id },
    body: { shown, check: 'true', ...rule },
  })

test('rows that violate a check are counted, and the first of them listed by the requested columns', async () => {
  const found = await appearance({ check: 'stock.qty >= 0 -- of all' }, fixtures.reader)
  expect(found).toMatchObject({ count: 30, has_more: false, columns: ['code', 'qty'] })
  expect(found.rows).toHaveLength(20)
  expect(found.rows[0]).toEqual(['2', '-2'])
  expect(await appearance({ check: 'qty is not null' })).toMatchObject({ count: 30 })
  expect(await appearance({ check: 'code > 0' })).toMatchObject({ count: 0, rows: [] })
})

test('a check may use the new names of columns', async () => {
  const renamed = [...shown.slice(0, 1), { was: 'qty', name: 'amount "now"' }]
  expect(await appearance({ check: '"amount ""now""" > -4', shown: renamed })).toMatchObject({
    count: 29,
    columns: ['code', 'amount "now"'],
  })
})

test('an invalid check is reported, and one that writes changes nothing', async () => {
  await expect(appearance({ check: 'nope > 1' })).rejects.toMatchObject({
    message: expect.stringContaining('column "nope" does not exist'),
  })
  await fixtures.run(
    `create function public.touch() returns boolean language sql
     as 'update public.stock set touched = 1 returning true'`,
  )
  await expect(appearance({ check: 'public.touch()' })).rejects.toThrow(/read-only transaction/u)
  const ending = 'true) is false limit 1; commit; update public.stock set touched = 1; select (1'
  await expect(appearance({ check: ending })).rejects.toThrow(/multiple commands|syntax error/u)
  expect(await fixtures.listRows('select count(*) from public.stock where touched = 1')).toEqual([
    ['0'],
  ])
})
