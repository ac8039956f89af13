import { randomUUID } from 'node:crypto'

import { databaseChanges } from '@basalt/contract/database/changes'
import { databaseHistory } from '@basalt/contract/database/history'
import { databaseQuery } from '@basalt/contract/database/query'
import type { InputOf } from '@basalt/contract/route'
import { waitFor } from '@basalt/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

const mib = 1024 * 1024
const resources = createResources({
  ...initialLimits,
  messageBytes: 4 * mib,
  openResultBytes: 12 * mib,
  saveBytes: 2 * mib,
})
/** Of a row of 200 kB: ten of them fit into a save. */
const rowBytes = 200_000

let install: TestInstall
let client: ConnectedClient
let ref: string
let tables: Record<'plants' | 'pots' | 'leaves', number>

beforeAll(async () => {
  install = await startTestInstall({ resources })
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
})
afterAll(() => install.close())

beforeEach(async () => {
  await run(`drop table if exists leaves, plants, pots;
    create table plants (id int primary key, name text);
    create table pots (id int primary key, name text);
    create table leaves (id int primary key, plant int references plants on delete cascade, name text);
    insert into plants select n, repeat('x', ${rowBytes}) from generate_series(1, 30) n;
    insert into pots select n, repeat('x', ${rowBytes}) from generate_series(1, 30) n`)
  const [row = []] = await run(
    `select 'plants'::regclass::int8, 'pots'::regclass::int8, 'leaves'::regclass::int8`,
  )
  const [plants = 0, pots = 0, leaves = 0] = row.map(Number)
  tables = { plants, pots, leaves }
})
afterEach(async () => {
  const isReleased = async () => resources.openResults.read().used === 0 || undefined
  await waitFor(isReleased, { what: 'Everything is given back' })
})

async function run(query: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: (line) => line.type === 'rows' && rows.push(...line.rows) },
  )
  return rows
}

type Operations = InputOf<typeof databaseChanges.save>['body']['operations']

const save = (operations: Operations, id = randomUUID()) =>
  client.call(databaseChanges.save, { params: { ref }, body: { id, operations } })
const deletions = (count: number, table = tables.plants): Operations =>
  Array.from({ length: count }, (_, n) => ({ op: 'delete', table, key: [String(n + 1)] }))
const counts = async () =>
  (await run('select (select count(*) from plants), (select count(*) from pots)'))[0]
const history = async () =>
  (await client.call(databaseHistory.list, { params: { ref }, query: { limit: 50 } })).entries

const tooLarge = {
  kind: 'payload_too_large',
  message: expect.stringMatching(/^These rows are too large.*2 MB.*Nothing was changed/u),
}

describe('the rows of a save', () => {
  test('may use the full size limit of a save, and are undone', async () => {
    const saved = await save(deletions(9))
    expect(saved).toMatchObject({ outcome: 'saved', history_id: expect.any(String) })
    expect(await counts()).toEqual(['21', '30'])
    await client.call(databaseHistory.undo, {
      params: { ref, id: ('history_id' in saved && saved.history_id) || '' },
      body: { id: randomUUID() },
    })
    expect(await counts()).toEqual(['30', '30'])
  })

  test.each([
    ['one statement', () => deletions(15)],
    ['more than a message', () => deletions(30)],
    [
      'many statements',
      () =>
        deletions(8).flatMap((one, at) => [one, ...deletions(8, tables.pots).slice(at, at + 1)]),
    ],
    [
      'what changes',
      () =>
        deletions(8).map((one) => ({
          ...one,
          op: 'update' as const,
          values: { name: 'y'.repeat(rowBytes) },
          previous: {},
        })),
    ],
  ])('beyond the limit are refused before anything is changed: %s', async (_, operations) => {
    const before = (await history()).length
    await expect(save(operations() as Operations)).rejects.toMatchObject(tooLarge)
    expect(await counts()).toEqual(['30', '30'])
    expect(await run(`select count(*) from plants where name like 'y%'`)).toEqual([['0']])
    expect(await history()).toHaveLength(before)
  })

  test('count with the rows that cascades change', async () => {
    await run(
      `insert into leaves select n, 1, repeat('x', ${rowBytes}) from generate_series(1, 12) n`,
    )
    await expect(save(deletions(1))).rejects.toMatchObject({
      message: expect.stringContaining('Nothing was changed'),
    })
    expect(await run('select count(*) from leaves')).toEqual([['12']])
  })

  test('of one row that is too large point to the SQL editor, and not to a part of the value', async () => {
    await run(`insert into plants select 99, repeat('x', 5 * 1024 * 1024)`)
    const failed = save([{ op: 'delete', table: tables.plants, key: ['99'] }])
    await expect(failed).rejects.toMatchObject({
      kind: 'payload_too_large',
      message: expect.stringMatching(/^This row is too large.*Use the SQL editor\.$/u),
    })
    expect(await run('select count(*) from plants where id = 99')).toEqual([['1']])
  })

  test('next to a value that is too large are not changed either', async () => {
    await run(`alter table plants add column small text;
      insert into plants select 98, repeat('x', 5 * 1024 * 1024)`)
    const edit = { values: { small: 'new' }, previous: { small: null } }
    const failed = save([{ op: 'update', table: tables.plants, key: ['98'], ...edit }])
    await expect(failed).rejects.toMatchObject({ message: expect.stringContaining('Nothing') })
    expect(await run('select count(*) from plants where small is not null')).toEqual([['0']])
  })

  test('of many saves at once are saved or refused as busy, each as a whole', async () => {
    const kinds = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        save(deletions(30).slice(n * 5, n * 5 + 5)).then(
          ({ outcome }) => outcome,
          (error: unknown) => (error as { kind: string }).kind,
        ),
      ),
    )
    expect(kinds.filter((kind) => kind !== 'saved' && kind !== 'busy')).toEqual([])
    const saved = kinds.filter((kind) => kind === 'saved').length
    expect(saved).toBeGreaterThan(0)
    expect(await counts()).toEqual([String(30 - 5 * saved), '30'])
  })

  test('that find no space next to others are refused as busy, and saved later', async () => {
    const taken = resources.limits.openResultBytes - mib
    resources.openResults.take(taken)
    const failed = save(deletions(9))
    await expect(failed).rejects.toMatchObject({ code: 503, kind: 'busy' })
    resources.openResults.give(taken)
    expect(await counts()).toEqual(['30', '30'])
    expect(await save(deletions(9))).toMatchObject({ outcome: 'saved' })
  })
})
