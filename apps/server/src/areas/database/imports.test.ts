import { setTimeout as delay } from 'node:timers/promises'

import { databaseHistory } from '@basalt/contract/database/history'
import { databaseImports, type ImportState } from '@basalt/contract/database/imports'
import { databaseQuery } from '@basalt/contract/database/query'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let owner: ConnectedClient
let ref: string
let id: number

beforeAll(async () => {
  install = await startTestInstall()
  const signedUp = await signUpOwner(install)
  owner = signedUp.client
  ref = (await createProject(owner, signedUp.organization.slug)).ref
})
afterAll(() => install.close())

beforeEach(async () => {
  await run(
    'drop table if exists plants, made; create table plants (id int primary key, name text not null, height numeric)',
  )
  id = await getId('plants')
})

async function run(query: string, signal?: AbortSignal): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  await owner.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    {
      onLine: (line) => line.type === 'rows' && rows.push(...line.rows),
      ...(signal && { signal }),
    },
  )
  return rows
}

const getId = async (name: string) => Number((await run(`select '${name}'::regclass::int`))[0]?.[0])
const names = () => run('select id, name from plants order by id')

const source = {
  kind: 'delimited',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  names_line: 1,
  width: 3,
} as const
const columns = ['id', 'name', 'height'].map((name, at) => ({
  name,
  source: at,
  empty: 'null' as const,
}))
const defaults = {
  source,
  columns,
  all_or_nothing: false,
  expected_rows: 10 as number | null,
  on_conflict: 'fail' as const,
}

const begin = (more: object = {}) =>
  owner.call(databaseImports.begin, { params: { ref, id }, body: { ...defaults, ...more } })

const send = (one: ImportState, text: BlobPart) =>
  owner.call(databaseImports.send, { params: { ref, import: one.id }, file: new Blob([text]) })

const importText = async (text: BlobPart, more: object = {}) => send(await begin(more), text)

const at = (one: ImportState) => ({ params: { ref, import: one.id } })

const audited = () =>
  install.store
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'target_name'])
    .where('project_ref', '=', ref)
    .where('action', 'like', 'rows.import%')
    .orderBy('number')
    .execute()

describe('an import', () => {
  test('of a file without a fault is committed by itself and creates an audit entry', async () => {
    const state = await importText('id,name,height\n1,Moss,0.10\n2,"Fern, tall",\n')
    expect(state).toMatchObject({ status: 'done', rows: 2, inserted: 2, rejected: 0, error: null })
    expect(state.bytes).toBe(state.size_bytes)
    expect(await run('select * from plants order by id')).toEqual([
      ['1', 'Moss', '0.10'],
      ['2', 'Fern, tall', null],
    ])
    expect((await audited()).at(-1)).toEqual({
      action: 'rows.imported',
      outcome: 'done',
      target_name: 'public.plants',
    })
    expect(await owner.call(databaseImports.list, { params: { ref } })).toEqual([])
  })

  test('creates a new table together with its rows by the previewed SQL, with row level security', async () => {
    const table = {
      schema: 'public',
      name: 'made',
      columns: [
        { name: 'id', data_type: 'bigint' as const, is_nullable: false },
        { name: 'tags', data_type: 'jsonb' as const, is_nullable: true },
      ],
      primary_key: ['id'],
      rls_enabled: true,
    }
    const shown = await owner.call(databaseImports.preview, { params: { ref }, body: table })
    expect(await run(`select to_regclass('made')`)).toEqual([[null]])
    const started = await owner.call(databaseImports.beginNew, {
      params: { ref },
      body: {
        source: { kind: 'json', encoding: 'utf-8', names: ['id', 'tags'] },
        columns: columns.slice(0, 2).map((column, place) => ({
          ...column,
          name: ['id', 'tags'][place] ?? '',
        })),
        all_or_nothing: true,
        expected_rows: 2,
        table,
      },
    })
    expect(started.statements).toEqual(shown.statements)
    expect(started.statements[1]).toBe('alter table "public"."made" enable row level security')
    const state = await send(
      started,
      '{"id": 90071992547409931, "tags": ["a"]}\n{"tags": null, "id": 1}',
    )
    expect(state).toMatchObject({ status: 'done', inserted: 2 })
    expect(state.table.id).toBe(await getId('made'))
    expect(
      await run(
        'select id, tags, (select relrowsecurity from pg_class where oid = $$made$$::regclass) from made order by id',
      ),
    ).toEqual([
      ['1', null, 't'],
      ['90071992547409931', '["a"]', 't'],
    ])
  })

  test('can be undone as a whole, with any number of rows', async () => {
    const lines = Array.from({ length: 60_000 }, (_, place) => `${place + 1},Plant ${place},1`)
    await run(`insert into plants values (0, 'old', 1)`)
    const state = await importText(`id,name,height\n${lines.join('\n')}`, { expected_rows: 60_000 })
    expect(state).toMatchObject({ status: 'done', inserted: 60_000 })
    const undone = await owner.call(databaseHistory.undo, {
      params: { ref, id: state.history_id ?? '' },
      body: { id: crypto.randomUUID() },
    })
    expect(undone.outcome).toBe('saved')
    expect(await names()).toEqual([['0', 'old']])
  })

  test('reads other encodings, and reports invalid bytes', async () => {
    const latin = Buffer.from('1;F\u00f6hre;1', 'latin1')
    const other = { ...source, delimiter: ';', names_line: null }
    const wrong = await importText(latin, { source: other })
    expect(wrong).toMatchObject({ status: 'failed', error: expect.stringContaining('encoding') })
    const state = await importText(latin, { source: { ...other, encoding: 'windows-1252' } })
    expect(state.status).toBe('done')
    expect(await names()).toEqual([['1', 'Föhre']])
  })
})

describe('rows that do not fit', () => {
  const text = 'id,name,height\n1,Moss,1\nx,Fern,2\n3,,3\n4,Ivy,tall\n5,Reed\n1,Twin,6\n'

  test('are reported with line and reason, and nothing is committed before a decision', async () => {
    const state = await importText(text)
    expect(state).toMatchObject({ status: 'deciding', rows: 6, inserted: 1, rejected: 5 })
    expect(state.decide_by).not.toBeNull()
    expect(state.reasons).toHaveLength(5)
    expect(await names()).toEqual([])
    const { rows } = await owner.call(databaseImports.rejected, { ...at(state), query: {} })
    expect(rows.map(({ line, column }) => [line, column])).toEqual([
      [3, 'id'],
      [4, 'name'],
      [5, 'height'],
      [6, null],
      [7, 'id'],
    ])
    expect(rows[3]).toMatchObject({ reason: 'The row has 2 cells instead of 3', text: '5,Reed' })
    expect(rows.map((row) => row.only_width)).toEqual([false, false, false, true, false])
    const [running] = await owner.call(databaseImports.list, { params: { ref } })
    expect(running?.id).toBe(state.id)
    expect(await owner.call(databaseImports.commit, at(state))).toMatchObject({ status: 'done' })
    expect(await names()).toEqual([['1', 'Moss']])
  })

  test('can be corrected; when none remains everything is committed', async () => {
    const state = await importText('id,name,height\n1,Moss,1\nx,Fern,2\n3,,3\n', {
      all_or_nothing: true,
    })
    await expect(owner.call(databaseImports.commit, at(state))).rejects.toMatchObject({
      kind: 'conflict',
    })
    const { rows } = await owner.call(databaseImports.rejected, { ...at(state), query: {} })
    const retry = (place: number, cells: (string | null)[]) =>
      owner.call(databaseImports.retry, {
        ...at(state),
        body: { rows: [{ number: rows[place]?.number ?? 0, cells }] },
      })
    expect(state.columns).toMatchObject([
      { name: 'id', empty: 'null', is_text: false },
      { name: 'name', empty: 'null', is_text: true },
      { name: 'height', empty: 'null', is_text: false },
    ])
    expect(await retry(0, ['2', 'Fern', '2'])).toMatchObject({ status: 'deciding', rejected: 1 })
    expect(await retry(1, ['3', 'Ivy', null])).toMatchObject({ status: 'done', inserted: 3 })
    expect(await names()).toEqual([
      ['1', 'Moss'],
      ['2', 'Fern'],
      ['3', 'Ivy'],
    ])
  })

  async function downloaded(state: ImportState): Promise<string[]> {
    const answer = await fetch(
      `${install.url}/platform/projects/${ref}/imports/${state.id}/rejected.csv`,
      { headers: { cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; ') } },
    )
    return (await answer.text()).split('\r\n')
  }

  test('are exported with all their text, also the part that no column takes', async () => {
    const state = await importText('id,name,height\n4,too,many,cells\n5,"a ""b""",1,,x\n')
    expect((await downloaded(state)).slice(1, 3)).toEqual([
      '2,The row has 4 cells instead of 3,4,too,many,cells',
      '3,The row has 5 cells instead of 3,5,"a ""b""",1,,x',
    ])
    await owner.call(databaseImports.cancel, at(state))
  })

  test('can be exported as a file', async () => {
    const state = await importText(text)
    const lines = await downloaded(state)
    expect(lines[0]).toBe('line,reason,id,name,height')
    expect(lines[1]).toContain('x,Fern,2')
    expect(lines).toHaveLength(7)
    await owner.call(databaseImports.cancel, at(state))
  })

  test('leave nothing when the import is discarded', async () => {
    const state = await importText(text)
    expect(await owner.call(databaseImports.cancel, at(state))).toMatchObject({
      status: 'cancelled',
    })
    expect(await names()).toEqual([])
    await expect(owner.call(databaseImports.commit, at(state))).rejects.toMatchObject({
      kind: 'conflict',
    })
  })

  test('block a third import, with a list of the running ones', async () => {
    const states = [await importText(text), await importText('id,name,height\n9,Moss,1\nx,a,2\n')]
    const reported = 'into public.plants by you, waiting for a decision'
    const message = `2 imports of this project are running: ${reported}; ${reported}. Wait until one finishes.`
    await expect(importText(text)).rejects.toMatchObject({ kind: 'conflict', message })
    await Promise.all(states.map((state) => owner.call(databaseImports.cancel, at(state))))
  })

  test('hide their import from other users', async () => {
    const state = await importText(text)
    const { client: outsider } = await signUp(install, 'outsider')
    await expect(outsider.call(databaseImports.read, at(state))).rejects.toMatchObject({
      code: 404,
    })
    await owner.call(databaseImports.cancel, at(state))
  })
})

describe('a file upload', () => {
  /** A body that is sent until it is stopped, with the number of sent bytes. */
  function endless() {
    const sent = { bytes: 0 }
    const deleted = new AbortController()
    let next = 0
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          // An aborted request may still pull.
          if (deleted.signal.aborted) return controller.close()
          const lines = Array.from({ length: 1000 }, () => `${(next += 1)},${'x'.repeat(200)},1\n`)
          const chunk = Buffer.from(lines.join(''))
          sent.bytes += chunk.length
          controller.enqueue(chunk)
          await delay(1)
        },
      },
      { highWaterMark: 0 },
    )
    return { body, sent, stop: deleted }
  }

  async function post(one: ImportState, { body, stop: deleted }: ReturnType<typeof endless>) {
    return fetch(`${install.url}/platform/pg-meta/${ref}/imports/${one.id}/file`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'x-connection-encrypted': owner.connections.get(ref) ?? '',
        origin: install.url,
        cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body,
      duplex: 'half',
      signal: deleted.signal,
    } as RequestInit)
  }

  const plain = { ...source, names_line: null }
  const busy = () =>
    run(
      `select count(*) from pg_stat_activity where state like 'idle in transaction%' or query like 'copy %'`,
    )

  const read = (one: ImportState, isSo: (state: ImportState) => boolean) =>
    waitFor(async () => isSo(await owner.call(databaseImports.read, at(one))), {
      what: 'the import to go on',
    })

  test('waits while the database waits: no data piles up in between', async () => {
    const one = await begin({ source: plain, expected_rows: null })
    const stream = endless()
    const held = new AbortController()
    const query = 'begin; lock table plants in share mode; select pg_sleep(60); rollback'
    const lock = run(query, held.signal).catch(() => undefined)
    const locks = `select 1 from pg_locks where mode = 'ShareLock' and relation = 'plants'::regclass`
    await expect.poll(() => run(locks)).toEqual([['1']])
    const sending = post(one, stream).catch(() => undefined)
    await delay(2000)
    const early = stream.sent.bytes
    expect(early).toBeLessThan(40 * 1024 * 1024)
    await delay(300)
    expect(stream.sent.bytes - early).toBeLessThan(2 * 1024 * 1024)
    held.abort()
    await lock
    stream.stop.abort()
    await sending
    await read(one, ({ status }) => status !== 'reading')
    expect(await names()).toEqual([])
  })

  test('can be cancelled, which cancels it in the database and leaves nothing', async () => {
    const one = await begin({ source: plain, expected_rows: null })
    const stream = endless()
    const sending = post(one, stream)
    await read(one, ({ inserted }) => inserted > 0)
    const cancelled = await owner.call(databaseImports.cancel, at(one))
    expect(cancelled.status).toBe('cancelled')
    stream.stop.abort()
    await sending.catch(() => undefined)
    expect(await names()).toEqual([])
    await expect.poll(busy).toEqual([['0']])
  })

  test('that ends early leaves nothing', async () => {
    const one = await begin({ source: plain, expected_rows: null })
    const stream = endless()
    const sending = post(one, stream)
    await read(one, ({ inserted }) => inserted > 0)
    stream.stop.abort()
    await sending.catch(() => undefined)
    await read(one, ({ status }) => status !== 'reading')
    const { status } = await owner.call(databaseImports.read, at(one))
    expect(['failed', 'cancelled']).toContain(status)
    expect(await names()).toEqual([])
  })
})

describe('an invalid import', () => {
  test('is refused before the file is sent', async () => {
    await expect(
      begin({ columns: [{ name: 'no', source: 0, empty: 'null' }] }),
    ).rejects.toMatchObject({
      kind: 'invalid_request',
      message: 'There is no column "no" in this table',
    })
    await expect(
      owner.call(databaseImports.begin, { params: { ref, id: 1 }, body: defaults }),
    ).rejects.toMatchObject({ kind: 'not_found' })
    await expect(
      owner.call(databaseImports.read, { params: { ref, import: 'none' } }),
    ).rejects.toMatchObject({ kind: 'not_found' })
  })
})
