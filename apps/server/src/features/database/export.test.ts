import { databaseQuery, projectExport } from '@basalt/contract'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo.ts'
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

const cookieOf = ({ cookies }: ConnectedClient) =>
  [...cookies].map((pair) => pair.join('=')).join('; ')

const get = (path: string, as = owner, signal?: AbortSignal) =>
  fetch(`${install.url}/platform/projects/${ref}/export/${path}`, {
    headers: { cookie: cookieOf(as) },
    ...(signal !== undefined && { signal }),
  })

async function idOf(name: string): Promise<number> {
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

describe("the export of one's own data", () => {
  test('is a file with the name of the table, and leaves a row in the audit log', async () => {
    const answer = await get(`tables/${await idOf('price list')}/csv`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="public.price_list.csv"; filename*=UTF-8''public.price%20list.csv`,
    )
    expect(await answer.text()).toBe('id,name\r\n1,\r\n2,""\r\n')
    expect(await auditRows('table.exported')).toMatchObject([
      { outcome: 'done', target_name: 'public.price list' },
    ])
  })

  test('holds the whole database as SQL', async () => {
    const text = await (await get('sql')).text()
    expect(text).toContain('create table public."price list" (id integer not null, name text);')
    expect(text).toContain(`insert into "public"."price list" ("id", "name") values\n('1', null),`)
    expect(text).toContain('alter table public."price list" add constraint')
    expect(await auditRows('database.exported')).toHaveLength(1)
  })

  test('stays open while services are restricted, when everything else answers 402', async () => {
    const restrict = (status: 'restricted' | null) =>
      install.store.updateTable('organizations').set({ restriction_status: status }).execute()
    await restrict('restricted')
    await expect(run('select 1')).rejects.toMatchObject({ code: 402 })
    expect((await get(`tables/${await idOf('price list')}/csv`)).status).toBe(200)
    const database = await get('sql')
    expect(database.status).toBe(200)
    await database.body?.cancel()
    await restrict(null)
  })

  test('is for readers as well, and for nobody outside', async () => {
    const reader = await signUp(install, 'reader')
    const path = `tables/${await idOf('price list')}/csv`
    expect((await get(path, reader.client)).status).toBe(404)
    await install.store.updateTable('organizations').set({ plan: 'team' }).execute()
    await grantRole(install.store, {
      email: reader.email,
      organizationSlug: slug,
      assignment: { role: 'Read-only', project_roles: [] },
    })
    expect(await (await get(path, reader.client)).text()).toContain('1,\r\n')
    expect((await auditRows('table.exported')).at(-1)?.actor_name).toBe(reader.email)
  })

  test('leaves connections to the screens: of one project three run at once', async () => {
    const path = `tables/${await idOf('large')}/csv`
    const running = await Promise.all([get(path), get(path), get(path)])
    expect(running.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = await get(path)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      message: '3 exports of this project are under way. Wait until one of them is done.',
    })
    for (const { body } of running) await body?.cancel()
    const isFree = async () => {
      const answer = await get(`tables/${await idOf('price list')}/csv`)
      await answer.body?.cancel()
      return answer.status === 200
    }
    await expect(waitFor(isFree, { what: 'There is room again' })).resolves.toBe(true)
  })

  test('of a table that is not there is 404 with a message', async () => {
    const answer = await get('tables/1/csv')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ message: 'This table does not exist' })
  })

  test('ends in the database when the client goes away, and is noted as failed', async () => {
    const controller = new AbortController()
    const answer = await get(`tables/${await idOf('large')}/csv`, owner, controller.signal)
    const reader = answer.body?.getReader()
    await reader?.read()
    controller.abort()
    const failed = async () =>
      (await auditRows('table.exported')).some(({ outcome }) => outcome === 'failed')
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
