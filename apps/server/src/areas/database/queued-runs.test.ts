import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { ofType, listRows } from '../../testing/query-lines.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

const limits = { ...initialLimits, queuedRunsPerProject: 5, queuedRunsPerAccount: 3 }
const resources = createResources(limits)
let fixtures: ProjectFixtures

beforeAll(async () => {
  fixtures = await projectFixtures({
    resources,
    sqlSessions: { maxConnections: 1 },
    requestsPerMinute: { address: 100_000, caller: 100_000 },
  })
})
afterAll(() => fixtures.close())

type Started = { lines: QueryLine[]; notices: number[]; ended: Promise<unknown>; give: () => void }

function start(client: ConnectedClient, query: string): Started {
  const controller = new AbortController()
  const started: Started = {
    lines: [],
    notices: [],
    give: () => controller.abort(),
    ended: client
      .stream(
        databaseQuery.run,
        { params: { ref: fixtures.ref }, body: { query } },
        {
          signal: controller.signal,
          onLine: (line) => {
            started.lines.push(line)
            if (line.type === 'queued') started.notices.push(Date.now())
          },
        },
      )
      .catch((error: unknown) => error),
  }
  return started
}

/** Takes the only connection until `give` is called. */
async function occupied(client: ConnectedClient): Promise<Started> {
  const running = start(client, 'select pg_sleep(60)')
  await waitFor(async () => running.lines.length > 0, { what: 'It runs' })
  return running
}

const used = () => ({
  project: resources.queuedRunsPerProject.read().used,
  account: resources.queuedRunsPerAccount.read().used,
})

async function queued(client: ConnectedClient, count: number): Promise<Started[]> {
  const before = used().project
  const all = Array.from({ length: count }, () => start(client, 'select 1'))
  await waitFor(async () => used().project === before + count, { what: 'They wait' })
  return all
}

test('an account, and a project, have a limited number of waiting runs; each gets its turn', async () => {
  const { client: second } = await fixtures.member('Developer')
  const { client: third } = await fixtures.member('Developer')
  const running = await occupied(fixtures.owner)
  const waiting = await queued(fixtures.owner, 3)
  expect(await start(fixtures.owner, 'select 1').ended).toMatchObject({
    code: 429,
    message: 'You have 3 waiting queries. Wait until one finishes, or cancel it.',
    retryAfter: 2,
  })
  const others = await queued(second, 2)
  expect(await start(third, 'select 1').ended).toMatchObject({
    code: 429,
    message:
      '5 queries are already waiting for this project. Wait until one finishes, or cancel it.',
  })
  running.give()
  await Promise.all([...waiting, ...others].map(({ ended }) => ended))
  expect([...waiting, ...others].map(({ lines }) => listRows(lines))).toEqual(
    [...waiting, ...others].map(() => [['1']]),
  )
  expect(used()).toEqual({ project: 0, account: 0 })
})

test('an aborted run makes room for another one', async () => {
  const running = await occupied(fixtures.owner)
  const [first, ...rest] = await queued(fixtures.owner, 3)
  first?.give()
  await waitFor(async () => used().account === 2, { what: 'It has left' })
  const next = await queued(fixtures.owner, 1)
  running.give()
  await Promise.all([...rest, ...next].map(({ ended }) => ended))
  expect(next.map(({ lines }) => listRows(lines))).toEqual([[['1']]])
})

test('a waiting run gets its position at most once a second', async () => {
  const { client: other } = await fixtures.member('Developer')
  const running = await occupied(fixtures.owner)
  const [waiting] = await queued(other, 1)
  // Each of these changes the queue.
  const { lines, notices: reported, ended } = waiting ?? running
  await waitFor(async () => reported.length > 0, { what: 'The queue is reported' })
  expect(ofType(lines, 'queued')[0]).toMatchObject({ ahead: 0, limit: 1, running: 1, keeping: 0 })
  const behind = await queued(fixtures.owner, 3)
  for (const { give } of behind) give()
  running.give()
  await ended
  await Promise.all(behind.map((one) => one.ended))
  const pauses = reported.slice(1).map((at, index) => at - (reported[index] ?? 0))
  expect(pauses.filter((ms) => ms < 900)).toEqual([])
})
