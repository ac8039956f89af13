import { databaseQuery } from '@basalt/contract/database/query'
import { databaseRowExports, rowFormats } from '@basalt/contract/database/row-export'
import { projectExport } from '@basalt/contract/project/export'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
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
let slug: string
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const signedUp = await signUpOwner(install)
  owner = signedUp.client
  ;({ slug } = signedUp.organization)
  ref = (await createProject(owner, slug)).ref
  await run(
    `create table "price list" (id int primary key, name text); insert into "price list" values (1, null), (2, ''); create table large as select i, repeat('x', 1000) as text from generate_series(1, 30000) i`,
  )
})
afterAll(() => install.close())

const run = (query: string) =>
  owner.stream(databaseQuery.run, { params: { ref }, body: { query } }, { onLine: () => undefined })

const getCookie = ({ cookies }: ConnectedClient) =>
  [...cookies].map((pair) => pair.join('=')).join('; ')

const get = (path: string, as = owner, signal?: AbortSignal) =>
  fetch(`${install.url}/platform/projects/${ref}/${path}`, {
    headers: { cookie: getCookie(as) },
    ...(signal !== undefined && { signal }),
  })

async function getId(name: string): Promise<number> {
  const tables = await owner.call(projectExport.tables, { params: { ref } })
  return tables.find((table) => table.name === name)?.id ?? 0
}

const auditRows = (action: string) =>
  install.store
    .selectFrom('audit_log')
    .select(['outcome', 'target_name', 'actor_name'])
    .where('project_ref', '=', ref)
    .where('action', '=', action)
    .orderBy('number')
    .execute()

describe("an export of the user's data", () => {
  test('is a file with the name of the table, and creates an audit entry', async () => {
    const answer = await get(`tables/${await getId('price list')}/rows/export`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const day = new Date().toISOString().slice(0, 10)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="price_list_${day}.csv"; filename*=UTF-8''price%20list%20${day}.csv`,
    )
    expect(await answer.text()).toBe('id,name\r\n1,\r\n2,""\r\n')
    expect(await auditRows('rows.exported')).toMatchObject([
      { outcome: 'done', target_name: 'public.price list' },
    ])
  })

  test('has the whole database as SQL', async () => {
    const text = await (await get('export/sql')).text()
    expect(text).toContain(
      'create table public."price list" (\n  id integer not null,\n  name text,',
    )
    expect(text).toContain(`insert into "public"."price list" ("id", "name") values\n('1', null),`)
    expect(text).toContain('constraint "price list_pkey" PRIMARY KEY (id)')
    expect(await auditRows('database.exported')).toHaveLength(1)
  })

  test('stays available while services are restricted, when everything else answers 402', async () => {
    const restrict = (status: 'restricted' | null) =>
      install.store.updateTable('organizations').set({ restriction_status: status }).execute()
    await restrict('restricted')
    await expect(run('select 1')).rejects.toMatchObject({ code: 402 })
    expect((await get(`tables/${await getId('price list')}/rows/export`)).status).toBe(200)
    const database = await get('export/sql')
    expect(database.status).toBe(200)
    await database.body?.cancel()
    await restrict(null)
  })

  test('is available to readers as well, and to no one else', async () => {
    const reader = await signUp(install, 'reader')
    const path = `tables/${await getId('price list')}/rows/export`
    expect((await get(path, reader.client)).status).toBe(404)
    await install.store.updateTable('organizations').set({ plan: 'team' }).execute()
    await grantRole(install.store, {
      email: reader.email,
      organizationSlug: slug,
      assignment: { role: 'Read-only', project_roles: [] },
    })
    expect(await (await get(path, reader.client)).text()).toContain('1,\r\n')
    expect((await auditRows('rows.exported')).at(-1)?.actor_name).toBe(reader.email)
  })

  test('leaves connections to the screens: three per project run at once', async () => {
    const path = `tables/${await getId('large')}/rows/export`
    const running = await Promise.all([get(path), get(path), get(path)])
    expect(running.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = await get(path)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      message: '3 exports of this project are running. Wait until one finishes.',
    })
    for (const { body } of running) await body?.cancel()
    const isFree = async () => {
      const answer = await get(`tables/${await getId('price list')}/rows/export`)
      await answer.body?.cancel()
      return answer.status === 200
    }
    await expect(waitFor(isFree, { what: 'There is room again' })).resolves.toBe(true)
  })

  test('of a missing table is 404 with a message', async () => {
    const answer = await get('tables/1/rows/export')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ message: 'This table does not exist' })
  })

  test('is cancelled in the database when the client disconnects, and recorded as failed', async () => {
    const controller = new AbortController()
    const answer = await get(`tables/${await getId('large')}/rows/export`, owner, controller.signal)
    const reader = answer.body?.getReader()
    await reader?.read()
    controller.abort()
    const failed = async () =>
      (await auditRows('rows.exported')).some(({ outcome }) => outcome === 'failed')
    await waitFor(failed, { what: 'The end of the export was noted' })
    const db = await install.engine.open(ref, 'owner')
    const isOpen = async () => {
      const open = await db.query(
        "select from pg_stat_activity where query like '%exported%' and state <> 'idle' and pid <> pg_backend_pid()",
      )
      return open.length > 0
    }
    const ended = waitFor(async () => !(await isOpen()), { what: 'No transaction is open' })
    await expect(ended).resolves.toBe(true)
  })
})

describe('rows as a file', () => {
  const table = async () => ({ ref, id: await getId('things') })

  beforeAll(async () => {
    await run(
      `create table things (id int primary key, n numeric, ok bool, doc json, note text, twice int generated always as (id * 2) stored);
       insert into things values (1, 12345678901234567890.10, true, E'{"a":\n1}', 'a,"b"'), (2, null, false, null, ''), (3, 'NaN', null, '[]', E'\t')`,
    )
  })

  type Request = {
    format: (typeof rowFormats)[number]
    view?: object
    columns?: string[]
    keys?: string[][]
  }

  const prepare = async (body: Request) =>
    owner.call(databaseRowExports.prepare, { params: await table(), body })

  /** Prepares a file and fetches it as a browser follows a link. */
  async function fetched(body: Request) {
    const { id } = await prepare(body)
    const answer = await fetch(`${install.url}/platform/projects/${ref}/row-exports/${id}/file`, {
      headers: { cookie: getCookie(owner) },
    })
    const state = () => owner.call(databaseRowExports.read, { params: { ref, export: id } })
    return { answer, state }
  }

  const toText = async (body: Request) => (await fetched(body)).answer.text()

  test('keep every digit and distinguish NULL from an empty text, in each format', async () => {
    const texts = new Map<string, string>()
    for (const format of rowFormats) {
      texts.set(format, await toText({ format, columns: ['id', 'n', 'ok', 'doc', 'note'] }))
    }
    expect(texts.get('csv')).toBe(
      'id,n,ok,doc,note\r\n1,12345678901234567890.10,t,"{""a"":\n1}","a,""b"""\r\n2,,f,,""\r\n3,NaN,,[],"\t"\r\n',
    )
    expect(texts.get('tsv')?.split('\r\n')[2]).toBe('2\t\tf\t\t""')
    expect(texts.get('sql')).toContain(
      `insert into "public"."things" ("id", "n", "ok", "doc", "note") values\n('1', '12345678901234567890.10', 't'`,
    )
    const lines = texts.get('jsonl')?.trimEnd().split('\n')
    expect(lines?.[0]).toBe(
      '{"id":1,"n":12345678901234567890.10,"ok":true,"doc":{"a": 1},"note":"a,\\"b\\""}',
    )
    expect(lines?.[2]).toBe('{"id":3,"n":"NaN","ok":null,"doc":[],"note":"\\t"}')
    expect(JSON.parse(texts.get('json') ?? '')).toEqual(lines?.map((line) => JSON.parse(line)))
  })

  test('are those of the filter in its order, or the selected ones', async () => {
    const view = {
      filter: { match: 'all', conditions: [{ column: 'id', operator: 'gt', values: ['1'] }] },
      where: 'id < 10',
      sort: [{ column: 'id', descending: true }],
    }
    expect(await toText({ format: 'csv', view, columns: ['id'] })).toBe('id\r\n3\r\n2\r\n')
    const selected = await toText({ format: 'csv', keys: [['3'], ['1']], columns: ['id'] })
    expect(selected).toBe('id\r\n1\r\n3\r\n')
    expect(await toText({ format: 'csv', keys: [], columns: ['id'] })).toBe('id\r\n')
  })

  test('of an SQL file can be inserted into an empty table of the same shape', async () => {
    const sql = await toText({ format: 'sql' })
    await run('create table copies (like things including all)')
    await run(sql.replaceAll('"things"', '"copies"'))
    const db = await install.engine.open(ref, 'owner')
    const { rows } = await db.text(
      `select count(*) from things t join copies c on c.id = t.id
       where t.note = c.note and t.n is not distinct from c.n and c.twice = t.twice`,
    )
    expect(rows).toEqual([['3']])
  })

  test('are a file with the name of the table and the day, fetched once and counted', async () => {
    const { answer, state } = await fetched({ format: 'jsonl' })
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="things_\d{4}-\d\d-\d\d\.jsonl"/u,
    )
    await answer.text()
    expect(await state()).toMatchObject({ status: 'done', rows: 3 })
    const again = await fetch(answer.url, { headers: { cookie: getCookie(owner) } })
    expect(again.status).toBe(409)
  })

  test('can be cancelled, which cancels the query in the database', async () => {
    const { id } = await owner.call(databaseRowExports.prepare, {
      params: { ref, id: await getId('large') },
      body: { format: 'csv' },
    })
    const at = { params: { ref, export: id } }
    const answer = await fetch(`${install.url}/platform/projects/${ref}/row-exports/${id}/file`, {
      headers: { cookie: getCookie(owner) },
    })
    const reader = answer.body?.getReader()
    await reader?.read()
    await owner.call(databaseRowExports.cancel, at)
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return 'whole'
    }
    await expect(rest()).rejects.toThrow('terminated')
    expect((await owner.call(databaseRowExports.read, at)).status).toBe('cancelled')
  })

  test('are refused with a message when the request does not fit the table', async () => {
    const { answer } = await fetched({ format: 'csv', columns: ['no'] })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'There is no column "no" in this table' })
  })
})
