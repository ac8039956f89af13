import { databaseTables } from '@basalt/contract/database/tables'
import { projects } from '@basalt/contract/project/projects'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeNetwork, shop } from '../../testing/answers.ts'
import { call, invalidate, query } from './api.ts'
import { queryClient } from './query-client.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const schemas = `GET /platform/pg-meta/${shop.ref}/schemas`
const detail = `GET /platform/projects/${shop.ref}`
const params = { ref: shop.ref }

test('a database call fetches the project first and has its connection string', async () => {
  const calls = fakeNetwork({ [detail]: shop, [schemas]: [] })
  await call(databaseTables.schemas, { params })
  await call(databaseTables.schemas, { params })
  expect(calls.map(({ route }) => route)).toEqual([detail, schemas, schemas])
  const [, init] = vi.mocked(fetch).mock.calls[1] ?? []
  expect(new Headers(init?.headers).get('x-connection-encrypted')).toBe('sealed')
})

test('other calls do not have it', async () => {
  fakeNetwork({ [detail]: shop })
  await call(projects.detail, { params })
  const [, init] = vi.mocked(fetch).mock.calls[0] ?? []
  expect(new Headers(init?.headers).has('x-connection-encrypted')).toBe(false)
})

test('the key of a query is its route and its input', () => {
  expect(query(projects.detail, { params }).queryKey).toEqual([
    'GET',
    '/platform/projects/{ref}',
    { params },
  ])
})

test('a project detail is fresh for 30 s and the lists for 30 min', () => {
  expect(query(projects.detail, { params }).staleTime).toBe(30_000)
  expect(query(projects.list, {}).staleTime).toBe(1_800_000)
})

test('invalidating a route drops its answers for any input', async () => {
  const one = query(projects.detail, { params: { ref: 'a' } })
  queryClient.setQueryData(one.queryKey, shop)
  await invalidate(queryClient, projects.detail)
  expect(queryClient.getQueryState(one.queryKey)?.isInvalidated).toBe(true)
})
