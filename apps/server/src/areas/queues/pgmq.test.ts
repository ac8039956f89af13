import type { ProjectDatabase } from '@basalt/engine'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
let db: ProjectDatabase

beforeAll(async () => {
  fixtures = await projectFixtures()
  db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  await db.query('create extension pgmq')
})
afterAll(() => fixtures.close())

/** Calls a function; its arguments are SQL. */
const call = async (text: string) => {
  const { rows, fields } = await db.text(`select * from pgmq.${text}`)
  return rows.map((row) => Object.fromEntries(fields.map(({ name }, at) => [name, row[at]])))
}
const ids = async (text: string) => (await call(text)).map((row) => Number(row['msg_id']))

describe('a queue', () => {
  test('hands each message to one reader until its time is over', async () => {
    await call(`create('Mail')`)
    expect(await call(`send('Mail', '{"to": "ada"}')`)).toEqual([{ send: '1' }])
    await call(`send('Mail', '{"to": "ben"}', '{"trace": 1}'::jsonb)`)
    const [first] = await call(`read('Mail', 30, 1)`)
    expect(first).toMatchObject({ msg_id: '1', read_ct: '1', message: '{"to": "ada"}' })
    expect(await call(`read('Mail', 30, 5)`)).toMatchObject([
      { msg_id: '2', headers: '{"trace": 1}' },
    ])
    expect(await call(`read('Mail', 30, 5)`)).toEqual([])
    await call(`set_vt('Mail', 1::bigint, 0)`)
    expect(await call(`read('Mail', 0, 5)`)).toMatchObject([{ msg_id: '1', read_ct: '2' }])
    expect(await call(`read('Mail', 0, 5, '{"to": "ben"}')`)).toEqual([])
  })

  test('keeps a message back until its delay is over', async () => {
    await call(`create('later')`)
    await call(`send('later', '1', 60)`)
    await call(`send_batch('later', array['2', '3']::jsonb[], now() - interval '1 second')`)
    expect(await ids(`read('later', 0, 5)`)).toEqual([2, 3])
    expect(await call(`metrics('later')`)).toMatchObject([
      { queue_length: '3', queue_visible_length: '2', total_messages: '3' },
    ])
  })

  test('deletes, pops, archives and purges', async () => {
    await call(`create_unlogged('short')`)
    await call(`send_batch('short', array['1', '2', '3', '4', '5', '6']::jsonb[])`)
    expect(await call(`"delete"('short', 1)`)).toEqual([{ delete: 't' }])
    expect(await call(`"delete"('short', 1)`)).toEqual([{ delete: 'f' }])
    expect(await ids(`pop('short')`)).toEqual([2])
    expect(await call(`archive('short', 3)`)).toEqual([{ archive: 't' }])
    expect(await call(`archive('short', array[4, 99])`)).toEqual([{ archive: '4' }])
    expect(await call(`a_short order by msg_id`)).toMatchObject([{ msg_id: '3' }, { msg_id: '4' }])
    expect(await call(`purge_queue('short')`)).toEqual([{ purge_queue: '2' }])
    expect(await call(`list_queues() where queue_name = 'short'`)).toMatchObject([
      { is_unlogged: 't', is_partitioned: 'f' },
    ])
    expect(await call(`drop_queue('short')`)).toEqual([{ drop_queue: 't' }])
    expect(await call(`drop_queue('short')`)).toEqual([{ drop_queue: 'f' }])
  })

  test('waits for a message of another session', async () => {
    await call(`create('slow')`)
    const waiting = ids(`read_with_poll('slow', 30, 1, 5, 20)`)
    await call(`send('slow', '1')`)
    expect(await waiting).toEqual([1])
    expect(await ids(`read_with_poll('slow', 30, 1, 0)`)).toEqual([])
  })

  test.each(["x'y", 'a b', '', 'q;drop', 'ü', 'x'.repeat(48)])(
    'is not created under the name %j',
    async (name) => {
      await expect(db.query('select pgmq.create($1)', [name])).rejects.toThrow(
        'A queue name has 1 to 47 letters',
      )
    },
  )
})

test('partitions are added ahead of the messages, and dropped after the retained ones', async () => {
  await call(`create_partitioned('many', '1000', '2000')`)
  await call(`send_batch('many', array_fill('1'::jsonb, array[7500]))`)
  await call(`send_batch('many', array_fill('1'::jsonb, array[1000]))`)
  const parts = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'pgmq.q_many'::regclass`,
  )
  expect(parts.map(({ name }) => name)).toContain('q_many_p12000')
  expect(parts.map(({ name }) => name)).not.toContain('q_many_p5000')
  await expect(call(`create_partitioned('timed', '1 day', '7 days')`)).rejects.toThrow(
    'Partitions have a number of messages',
  )
})

test('two readers never get the same message', async () => {
  await call(`create('shared')`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 0, max: 20 }),
      async (readers, count) => {
        await call(`purge_queue('shared')`)
        await call(`send_batch('shared', array_fill('1'::jsonb, array[${count}]))`)
        const read = await Promise.all(readers.map((most) => ids(`read('shared', 60, ${most})`)))
        const all = read.flat()
        expect(new Set(all).size).toBe(all.length)
        const asked = readers.reduce((total, most) => total + most, 0)
        expect(all.length).toBeLessThanOrEqual(Math.min(count, asked))
        expect(all.length + (await ids(`read('shared', 60, 100)`)).length).toBe(count)
      },
    ),
    { numRuns: 15 },
  )
})

test('queues stay when the extension is dropped, and return with it', async () => {
  await call(`create('kept')`)
  await call(`send('kept', '"here"')`)
  await db.query('drop extension pgmq')
  await db.query('create extension pgmq')
  expect(await call(`list_queues() where queue_name = 'kept'`)).toHaveLength(1)
  expect(await call(`read('kept', 0, 1)`)).toMatchObject([{ message: '"here"' }])
})
