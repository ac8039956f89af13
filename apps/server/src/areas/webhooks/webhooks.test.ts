import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { saveRow } from '../../testing/save-rows.ts'
import {
  type Arrival,
  notesOf,
  type Receiver,
  webhookFixtures,
  type WebhookFixtures,
} from '../../testing/webhook-fixtures.ts'

let fixtures: WebhookFixtures
let receiver: Receiver

beforeAll(async () => {
  fixtures = await webhookFixtures()
})
afterEach(() => fixtures.clear())
afterAll(() => fixtures.close())

const run = (statement: string) => fixtures.db.query(statement)
const soon = { timeout: 10_000, interval: 20 }
const arrived = (count: number, from = receiver) =>
  expect.poll(() => from.arrivals.length, soon).toBe(count)
const waiting = () =>
  fixtures.db
    .query<{ count: number }>('select count(*)::int as count from supabase_functions.outbox')
    .then(([row]) => row?.count)
const idle = () => expect.poll(waiting, soon).toBe(0)

describe('an event', () => {
  test('comes from every way to write, with the row as PostgreSQL has it', async () => {
    receiver = await fixtures.receiver()
    await fixtures.hook('ways', receiver.url)
    fixtures.deliver()
    await run(`insert into ways values (9007199254740993, 'sql')`)
    const session = await fixtures.db.session()
    await session.copyFrom('copy ways from stdin', [Buffer.from('2\tcopy\n')])
    await session.release()
    const { owner, ref } = fixtures
    const [table] = await fixtures.db.query<{ oid: number }>(`select 'ways'::regclass::oid as oid`)
    await saveRow(owner, ref, {
      op: 'insert',
      table: table?.oid ?? 0,
      values: { id: '3', note: 'editor' },
    })
    await run(`update ways set note = 'changed' where id = 2`)
    await run('delete from ways where id = 2')
    await arrived(5)
    const bodies = receiver.arrivals.map(({ body }) => body)
    expect(bodies).toContain(
      '{"type":"INSERT","table":"ways","schema":"public",' +
        '"record":{"id": 9007199254740993, "note": "sql"},"old_record":null}',
    )
    expect(new Set(bodies.map((body) => JSON.parse(body).record?.note ?? null))).toEqual(
      new Set(['changed', 'copy', 'editor', 'sql', null]),
    )
    expect(bodies).toContain(
      '{"type":"DELETE","table":"ways","schema":"public",' +
        '"record":null,"old_record":{"id": 2, "note": "changed"}}',
    )
    await idle()
    expect((await fixtures.outcomes('ways')).map(({ status }) => status)).toEqual(
      Array(5).fill('delivered'),
    )
  })

  test('of a partition is one of the partitioned table', async () => {
    receiver = await fixtures.receiver()
    await run('create table parts (id bigint primary key, note text) partition by range (id)')
    await run('create table parts_low partition of parts for values from (0) to (100)')
    await fixtures.hook('parts', receiver.url)
    // Partitions that are created or attached later have the trigger too.
    await run('create table parts_high (id bigint primary key, note text)')
    await run('alter table parts attach partition parts_high for values from (100) to (200)')
    fixtures.deliver()
    await run(`insert into parts values (1, 'parent'), (101, 'parent')`)
    await run(`insert into parts_low values (2, 'partition')`)
    await run(`insert into parts_high values (102, 'partition')`)
    await run('update parts set id = 103 where id = 1')
    await arrived(6)
    const tables = receiver.arrivals.map(({ body }) => JSON.parse(body).table)
    expect(new Set(tables)).toEqual(new Set(['parts']))
    await idle()
  })

  test('of a transaction that is rolled back is none', async () => {
    receiver = await fixtures.receiver()
    await fixtures.hook('undone', receiver.url)
    fixtures.deliver()
    await expect(
      run(
        `with added as (insert into undone values (1) returning id) select 1 / (id - 1) from added`,
      ),
    ).rejects.toThrow('division by zero')
    await run('insert into undone values (2)')
    await arrived(1)
    expect(receiver.arrivals[0]?.row).toEqual({ id: 2, note: null })
  })

  test('is delivered if its transaction began before the hook', async () => {
    receiver = await fixtures.receiver()
    await run('create table early (id bigint primary key, note text)')
    const session = await fixtures.db.session()
    await session.query('begin isolation level repeatable read')
    await session.query('select 1')
    await fixtures.hook('early', receiver.url)
    await session.query('insert into early values (1)')
    await session.query('commit')
    await session.release()
    await run(`update early set note = 'later'`)
    fixtures.deliver()
    await arrived(2)
    expect(receiver.arrivals.map(({ row }) => row['note'])).toEqual([null, 'later'])
    await idle()
    expect(await fixtures.outcomes('early')).toHaveLength(2)
  })

  test('ends with a message when its hook has headers that nobody can send, or is removed', async () => {
    await fixtures.hook('broken', 'http://127.0.0.1:1/', { headers: '{"a": ', maxAttempts: 1 })
    fixtures.deliver()
    await run('insert into broken values (1)')
    await idle()
    expect(await fixtures.outcomes('broken')).toMatchObject([
      { status: 'dead', attempts: 1, error: expect.stringContaining('JSON') },
    ])
  })
})

describe('a receiver', () => {
  test('that fails, hangs, closes and redirects gets each event, in order of each key', async () => {
    receiver = await fixtures.receiver()
    const elsewhere = await fixtures.receiver()
    const accepted: Arrival[] = []
    let count = 0
    receiver.answer((arrival, response) => {
      count += 1
      const fault = count % 9
      if (fault === 0) response.writeHead(503).end()
      else if (fault === 1) response.destroy()
      else if (fault === 2) response.writeHead(302, { location: elsewhere.url }).end()
      else if (fault === 3) return
      else {
        accepted.push(arrival)
        // The event was processed, and the answer is lost.
        if (fault === 4) response.destroy()
        else response.end()
      }
    })
    await fixtures.hook('faults', receiver.url, { timeoutMs: 100, maxAttempts: 20 })
    fixtures.deliver({ retryMs: 1, probeMs: 5 })
    await run(`insert into faults select n, '0' from generate_series(1, 6) n`)
    for (const version of ['1', '2', '3']) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
      await run(`update faults set note = '${version}'`)
    }
    await expect.poll(waiting, { timeout: 60_000, interval: 100 }).toBe(0)
    const seen = notesOf(accepted)
    expect(seen.size).toBe(6)
    for (const notes of seen.values()) {
      // At least once: a version may be repeated, and none comes before an older one.
      expect([...new Set(notes)]).toEqual(['0', '1', '2', '3'])
      const numbers = notes.map(Number)
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    }
    expect(elsewhere.arrivals).toEqual([])
    expect((await fixtures.outcomes('faults')).every(({ status }) => status === 'delivered')).toBe(
      true,
    )
  }, 90_000)

  test('that hangs slows down no other', async () => {
    const hanging = await fixtures.receiver()
    hanging.answer(() => undefined)
    receiver = await fixtures.receiver()
    await fixtures.hook('hangs', hanging.url, { timeoutMs: 30_000 })
    await fixtures.hook('quick', receiver.url)
    fixtures.deliver()
    await run('insert into hangs select generate_series(1, 500)')
    await run(`select net.http_get('${hanging.url}') from generate_series(1, 200)`)
    const held = () => hanging.arrivals.filter(({ body }) => body !== '').length
    await expect.poll(held, soon).toBe(50)
    const before = performance.now()
    await run('insert into quick values (1)')
    await arrived(1)
    // Half of the time after which a request to the receiver that hangs ends.
    expect(performance.now() - before).toBeLessThan(15_000)
    await run(`select net.http_get('${receiver.url}')`)
    await arrived(2)
    await run('truncate supabase_functions.outbox, net.http_request_queue')
  })

  test('that asks to wait is asked again after that time', async () => {
    receiver = await fixtures.receiver()
    receiver.answer((_, response) => {
      if (receiver.arrivals.length > 1) response.end()
      else response.writeHead(429, { 'retry-after': '1' }).end()
    })
    await fixtures.hook('waits', receiver.url)
    fixtures.deliver()
    await run('insert into waits values (1)')
    await arrived(2)
    const [first, second] = receiver.arrivals
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(950)
  })

  test('that always refuses gets no more than the allowed attempts, and the next event comes', async () => {
    receiver = await fixtures.receiver()
    receiver.answer(
      ({ row }, response) => void response.writeHead(row['note'] === 'bad' ? 400 : 200).end(),
    )
    await fixtures.hook('refuses', receiver.url, { maxAttempts: 3 })
    fixtures.deliver()
    await run(`insert into refuses values (1, 'bad')`)
    await run(`update refuses set note = 'good'`)
    await idle()
    expect(receiver.arrivals.map(({ row }) => row['note'])).toEqual(['bad', 'bad', 'bad', 'good'])
    expect(await fixtures.outcomes('refuses')).toMatchObject([
      { operation: 'INSERT', status: 'dead', attempts: 3, error: 'The receiver answered 400' },
      { operation: 'UPDATE', status: 'delivered', attempts: 1, error: null },
    ])
  })

  test('at an address that is not public gets no request, and nothing is stored as its answer', async () => {
    await fixtures.hook('inside', 'http://169.254.169.254/latest/meta-data', { maxAttempts: 1 })
    fixtures.deliver()
    await run('insert into inside values (1)')
    await idle()
    const [row] = await run(`select status, error, status_code, response_body, response_headers
      from supabase_functions.deliveries where table_id = 'inside'::regclass`)
    expect(row).toEqual({
      status: 'dead',
      error: '169.254.169.254 is not on the Internet, so it cannot be asked from here',
      status_code: null,
      response_body: null,
      response_headers: null,
    })
  })
})

describe('of two processes', () => {
  test('one delivers, and the other one continues when its session ends', async () => {
    receiver = await fixtures.receiver()
    await fixtures.hook('shared', receiver.url)
    fixtures.deliver()
    await run('insert into shared values (1)')
    await arrived(1)
    fixtures.deliver()
    await run(`insert into shared select generate_series(2, 20)`)
    await arrived(20)
    await idle()
    // As PostgreSQL does with the session of a process that is frozen.
    await run(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = 1114731604 and objid = 2 and granted`)
    await run(`insert into shared select generate_series(21, 40)`)
    await arrived(40)
    await idle()
    expect(await fixtures.outcomes('shared')).toHaveLength(40)
  })

  test('one that lost its token stores no result', async () => {
    receiver = await fixtures.receiver()
    const answers: (() => void)[] = []
    receiver.answer((_, response) => void answers.push(() => response.end()))
    await fixtures.hook('fenced', receiver.url, { timeoutMs: 5000 })
    const first = fixtures.deliver()
    await run('insert into fenced values (1)')
    await arrived(1)
    await run('update supabase_functions.outbox_fence set token = gen_random_uuid()')
    answers.splice(0).forEach((answer) => answer())
    await first.close()
    expect(await fixtures.outcomes('fenced')).toEqual([])
    expect(await waiting()).toBe(1)
    fixtures.deliver()
    await arrived(2)
    answers.splice(0).forEach((answer) => answer())
    await idle()
    expect(await fixtures.outcomes('fenced')).toHaveLength(1)
  })
})

describe('pg_net', () => {
  const answerOf = (id: unknown) =>
    fixtures.db.query(
      `select status_code, content_type, content, timed_out, error_msg from net._http_response
       where id = $1`,
      [id],
    )
  const request = async (call: string) => {
    const [row] = await fixtures.db.query<{ id: string }>(`select ${call} as id`)
    return row?.id
  }

  test('sends requests after the commit and stores their answers', async () => {
    receiver = await fixtures.receiver()
    receiver.answer(({ request: { method, url }, body }, response) => {
      response.setHeader('content-type', 'text/plain').end(`${method} ${url} ${body}`)
    })
    fixtures.deliver()
    const answers = await Promise.all([
      request(`net.http_get('${receiver.url}', '{"a": "b c&"}')`),
      request(`net.http_post('${receiver.url}', '{"x": 1}')`),
      request(`net.http_delete('${receiver.url}')`),
    ])
    const texts = ['GET /hook?a=b%20c%26 ', 'POST /hook {"x": 1}', 'DELETE /hook ']
    for (const [index, id] of answers.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- three
      await expect
        .poll(() => answerOf(id), soon)
        .toEqual([
          {
            status_code: 200,
            content_type: 'text/plain',
            content: texts[index],
            timed_out: false,
            error_msg: null,
          },
        ])
    }
  })

  test('answers with the error of a request that failed', async () => {
    receiver = await fixtures.receiver()
    receiver.answer(() => undefined)
    fixtures.deliver()
    const slow = await request(`net.http_get('${receiver.url}', timeout_milliseconds => 100)`)
    const inside = await request(`net.http_get('http://10.0.0.1/')`)
    const nonsense = await request(`net.http_get('nonsense', headers => '[1]')`)
    const none = { status_code: null, content_type: null, content: null }
    await expect
      .poll(() => answerOf(slow), soon)
      .toEqual([
        { ...none, timed_out: true, error_msg: '127.0.0.1 did not respond within 0.1 seconds' },
      ])
    await expect
      .poll(() => answerOf(inside), soon)
      .toMatchObject([
        { ...none, timed_out: false, error_msg: expect.stringContaining('not on the Internet') },
      ])
    await expect
      .poll(() => answerOf(nonsense), soon)
      .toMatchObject([{ ...none, timed_out: false, error_msg: expect.any(String) }])
  })
})
