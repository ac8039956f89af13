import { waitFor } from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../../testing/project-fixtures.ts'
import { strongPassword } from '../../../testing/test-install.ts'

let fixtures: ProjectFixtures
let owner: Client

beforeAll(async () => {
  fixtures = await projectFixtures()
  const { engine } = fixtures.install
  owner = new Client({ ...(await engine.connection(fixtures.ref)), password: strongPassword })
  await owner.connect()
}, 60_000)
afterAll(async () => {
  await owner.end()
  await fixtures.close()
})

const day = 86_400_000
async function storedRows() {
  const { rows } = await fixtures.install.logs.store.list(
    {
      ref: fixtures.ref,
      sources: ['postgres_logs'],
      from: new Date(Date.now() - day),
      to: new Date(Date.now() + day),
      includesOwn: true,
    },
    { limit: 1000, budgetMs: 5000 },
  )
  return rows
}

const secret = (number: number) => `pl4nted-secret-${number}`

test('secrets of failed and of slow statements are in no stored row', async () => {
  const statements = [
    `create role r1 login password '${secret(1)}' nonsense`,
    `alter role nobody_here password '${secret(2)}'`,
    `select pg_sleep(1.1); create role r3 login password '${secret(3)}'`,
    `select pg_sleep(1.1); alter role r3 password $$${secret(4)}$$`,
    `create user mapping for r3 server missing options (user 'u', password '${secret(5)}')`,
    `create subscription s connection 'host=h password=${secret(6)}' publication p`,
    `create subscription s connection 'no_option ${secret(7)}' publication p`,
    `alter system set search_path = '${secret(8)}'`,
    `do $$ begin execute 'alter role nobody_here password ''${secret(9)}'''; end $$`,
    `do $$ begin perform pg_sleep(1.1); raise exception 'failed'; end -- ${secret(10)}\n$$`,
    `alter role r3 password '${secret(11)}`,
    `alter role r3 password ${secret(12)}`,
    `select dblink_connect('postgres://u:${secret(13)}@h/d')`,
    `comment on table missing is '${secret(14)}'`,
    `explain (analyze) select pg_sleep(1.1), '${secret(15)}'`,
  ]
  for (const statement of statements) await owner.query(statement).catch(() => undefined)
  await owner.query('select pg_sleep(1.1), $1::text', [secret(16)])
  await owner.query('select 1 / (length($1) - length($1))', [secret(17)]).catch(() => undefined)
  await owner.query(`select 'the last one', 1 / 0`).catch(() => undefined)

  const rows = await waitFor(
    async () => {
      const found = await storedRows()
      const isLast = JSON.stringify(found).includes('the last one')
      return isLast ? found : undefined
    },
    { what: 'The last statement is stored', timeoutMs: 10_000 },
  )
  const stored = rows.map((row) => JSON.stringify(row))
  expect(stored.filter((row) => row.includes('pl4nted'))).toEqual([])
  // Each of the statements is there.
  const found = ['create role r1', 'nobody_here', 'create role r3', 'alter role r3', 'user mapping']
  for (const text of [...found, 'create subscription', 'alter system', 'do ', 'explain']) {
    expect(stored.some((row) => row.includes(text))).toBe(true)
  }
  const slow = rows.filter(({ durationMs }) => (durationMs ?? 0) > 1000)
  expect(slow.some(({ metadata }) => JSON.stringify(metadata).includes('"plan"'))).toBe(true)
}, 60_000)

test('sessions of the product are marked, those of its users are not', async () => {
  await fixtures.run('select 1').catch(() => undefined)
  await fixtures.run(`select 'by the product', 1 / 0`).catch(() => undefined)
  const rows = await waitFor(
    async () => {
      const found = await storedRows()
      const text = JSON.stringify(found)
      return text.includes('by the product') ? found : undefined
    },
    { what: 'The statement is stored', timeoutMs: 10_000 },
  )
  const marks = (text: string) =>
    rows.filter((row) => JSON.stringify(row.metadata).includes(text)).map(({ isOwn }) => isOwn)
  expect(marks('by the product')).toEqual([true])
  expect(marks('the last one')).toEqual([false])
})
