import { EngineError, type ProjectDatabase } from '@basalt/engine'
import { expect, test } from 'vitest'

import { createGateway } from './gateway.ts'
import type { LoggedRequest } from './request-log.ts'

const request = { method: 'GET', url: '/p/shop/health', address: '127.0.0.1', id: 'request-1' }

/** A gateway over ports of the test; `query` is the statement of the health check. */
function gatewayWith({
  query = async () => [{ version: '18.4' }],
  find = async (ref: string) => ({ ref, state: 'available' as const }),
  addressLimit = 100,
}: {
  query?: () => Promise<unknown[]>
  find?: (ref: string) => Promise<{ ref: string; state: 'available' } | null>
  addressLimit?: number
} = {}) {
  const logged: LoggedRequest[] = []
  const faults: string[] = []
  const counted = new Map<string, number>()
  const countUpTo = (limit: number) => (key: string) => {
    const count = (counted.get(key) ?? 0) + 1
    counted.set(key, count)
    const remaining = Math.max(0, limit - count)
    return { isOver: count > limit, limit, remaining, resetSeconds: 7 }
  }
  const write = (_: object, message: string) => void faults.push(message)
  const statements: string[] = []
  const database = {
    query: (text: string) => {
      statements.push(text)
      return query()
    },
  } as unknown as ProjectDatabase
  const gateway = createGateway({
    projects: { find },
    requests: {
      record: (one) => void logged.push(one),
    },
    engine: { open: () => Promise.resolve(database) },
    countOfAddress: countUpTo(addressLimit),
    countOfProject: countUpTo(100),
    healthMs: 100,
    clock: () => new Date(),
    log: { warn: write, error: write },
  })
  return { gateway, logged, faults, statements, countStatements: () => statements.length }
}

test('health checks of one project at the same time share a statement', async () => {
  const { gateway, countStatements } = gatewayWith()
  const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.answer(request)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(countStatements()).toBe(1)
  await gateway.answer(request)
  expect(countStatements()).toBe(2)
})

test('a database that hangs has one waiting statement, however often its health is requested', async () => {
  const { gateway, countStatements } = gatewayWith({ query: () => new Promise(() => undefined) })
  for (let round = 0; round < 3; round += 1) {
    // Each check ends before the next one.
    // oxlint-disable-next-line no-await-in-loop
    expect(await gateway.answer(request)).toMatchObject({ status: 503 })
  }
  expect(countStatements()).toBe(1)
})

test('the reason of a failure stays on the server', async () => {
  const secret = 'no route to host 10.0.0.7'
  const { gateway, faults } = gatewayWith({
    query: () => Promise.reject(new EngineError('unreachable', secret)),
  })
  const answer = await gateway.answer(request)
  expect(answer.status).toBe(503)
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'database_unreachable' })
  expect(JSON.stringify(answer)).not.toContain('10.0.0.7')
  expect(faults).toEqual(['A health check of a project failed'])
})

test('without a system database requests are answered 503 with Retry-After, and logged once', async () => {
  const { gateway, logged } = gatewayWith({ find: () => Promise.reject(new Error('away')) })
  const answer = await gateway.answer(request)
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(logged).toMatchObject([{ ref: null, status: 503, path: '/health' }])
})

test('an address over its limit is refused before a project is looked up', async () => {
  let lookups = 0
  const { gateway, logged } = gatewayWith({
    addressLimit: 1,
    find: async (ref) => {
      lookups += 1
      return { ref, state: 'available' }
    },
  })
  const answers = [await gateway.answer(request), await gateway.answer(request)]
  expect(answers.map(({ status }) => status)).toEqual([200, 429])
  expect(answers[1]?.headers).toMatchObject({ 'retry-after': '7', 'x-ratelimit-limit': '1' })
  expect(lookups).toBe(1)
  expect(logged.map(({ status }) => status)).toEqual([200, 429])
})

test('the statement of a health check names its request, unless the id is odd', async () => {
  const { gateway, statements } = gatewayWith()
  await gateway.answer({ ...request, id: 'request-7' })
  await gateway.answer({ ...request, id: '7 */ drop table shop; --' })
  expect(statements[0]).toMatch(/^\/\* request_id=request-7 \*\/ select /u)
  expect(statements[1]).toMatch(/^select /u)
})
