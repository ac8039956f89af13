import { connect } from 'node:net'

import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { databaseQuery } from '@basalt/contract/database/query'
import { waitFor } from '@basalt/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { initialLimits } from '../limits/limits.ts'
import { createResources } from '../limits/resources.ts'
import { type ProjectFixtures, projectFixtures } from '../testing/project-fixtures.ts'
import { listRows } from '../testing/query-lines.ts'
import { strongPassword } from '../testing/test-install.ts'

const resources = createResources({ ...initialLimits, openRunsPerAccount: 3 })
let fixtures: ProjectFixtures
let open: AbortController

beforeAll(async () => {
  fixtures = await projectFixtures({
    resources,
    requestsPerMinute: { address: 100_000, caller: 100_000 },
  })
})
afterAll(() => fixtures.close())
beforeEach(() => {
  open = new AbortController()
})
afterEach(async () => {
  open.abort()
  await waitFor(async () => used().account === 0, { what: 'All runs end' })
})

const used = () => ({
  account: resources.openRunsPerAccount.read().used,
  session: resources.openRunsPerSession.read().used,
  requests: resources.openRequestsPerSession.read().used,
  address: resources.openRequestsPerAddress.read().used,
})
const nothing = { account: 0, session: 0, requests: 0, address: 0 }

const listHeaders = ({
  cookies,
  connections,
}: ProjectFixtures['owner']): Record<string, string> => ({
  cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  'x-connection-encrypted': connections.get(fixtures.ref) ?? '',
  'content-type': 'application/json',
})

const send = (
  query: string,
  {
    headers = listHeaders(fixtures.owner),
    signal = open.signal,
    path = databaseQuery.run.path,
  }: { headers?: Record<string, string>; signal?: AbortSignal; path?: string } = {},
) =>
  fetch(fixtures.install.url + path.replace('{ref}', fixtures.ref), {
    method: 'POST',
    headers,
    signal,
    body: JSON.stringify({ query }),
  })

async function occupy(count: number) {
  const before = used().account
  for (let run = 0; run < count; run += 1) send('select pg_sleep(60)').catch(() => undefined)
  await waitFor(async () => used().account === before + count, { what: 'They are open' })
}

const tooMany =
  'At most 3 queries of yours can be open at once. Wait until one finishes, or cancel it.'

test('a session with too many open runs gets a retry time, in the form of any refusal', async () => {
  await occupy(3)
  const refused = await send('select 1', {
    headers: { ...listHeaders(fixtures.owner), 'x-request-id': 'request-of-the-test' },
  })
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'request-of-the-test',
    'content-type': 'application/json; charset=utf-8',
  })
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 429, kind: 'rate_limited', message: tooMany, requestId: 'request-of-the-test' },
  ])
})

test('a refused run, and a long one, leaves nothing open and nothing in the history', async () => {
  await occupy(3)
  const before = used()
  const long = `select '${'x'.repeat(100_000)}'`
  const refused = await Promise.all([long, ...Array(50).fill('select 1')].map((sql) => send(sql)))
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  expect(used()).toEqual(before)
  open.abort()
  await waitFor(async () => used().requests === 0, { what: 'They end' })
  expect(used()).toEqual(nothing)
  const runs = await fixtures.install.store.selectFrom('query_runs').select('sql').execute()
  expect(new Set(runs.map(({ sql }) => sql))).toEqual(new Set(['select pg_sleep(60)']))
})

test('other requests of the account, and runs of other accounts, are answered in the meantime', async () => {
  const { client } = await fixtures.member('Developer')
  await occupy(3)
  const headers = listHeaders(fixtures.owner)
  const profile = await fetch(`${fixtures.install.url}/platform/profile`, { headers })
  expect(profile.status).toBe(200)
  const lines = await send('select 1', { headers: listHeaders(client) })
  const text = await lines.text()
  expect(
    listRows(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ),
  ).toEqual([['1']])
})

test('runs of all sessions of an account count together, in any spelling of their address', async () => {
  await occupy(3)
  const { primary_email: email } = await fixtures.owner.call(profiles.get, {})
  const second = fixtures.install.client()
  await second.call(signIn.signIn, { body: { email, password: strongPassword } })
  const headers = { ...listHeaders(fixtures.owner), cookie: listHeaders(second)['cookie'] ?? '' }
  const path = databaseQuery.run.path.replace('query', 'quer%79')
  for (const refused of [await send('select 1', { headers }), await send('select 1', { path })]) {
    expect([refused.status, (await refused.json()).message]).toEqual([429, tooMany])
  }
})

test('pipelined requests on one connection are released when it is lost', async () => {
  const socket = connect(Number(new URL(fixtures.install.url).port), '127.0.0.1')
  const body = JSON.stringify({ query: 'select pg_sleep(60)' })
  const headers = {
    host: 'basalt.test',
    ...listHeaders(fixtures.owner),
    'content-length': body.length,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const path = databaseQuery.run.path.replace('{ref}', fixtures.ref)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`.repeat(3))
  await waitFor(async () => used().account === 3, { what: 'They are open' })
  socket.destroy()
  await waitFor(async () => used().account === 0, { what: 'They end' })
  await expect.poll(used).toEqual(nothing)
})
