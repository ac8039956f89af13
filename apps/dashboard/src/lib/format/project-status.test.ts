import { instanceStatuses } from '@basalt/catalog'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { expect, test } from 'vitest'

import { refreshInterval, statusView } from './project-status.ts'

const project = (status: ProjectDetail['status'], connectionString: string | null) =>
  ({ status, connectionString }) as ProjectDetail

test.each(['COMING_UP', 'UNKNOWN'] as const)('%s is polled every 5 s', (status) => {
  expect(refreshInterval(project(status, 'sealed'))).toBe(5000)
})

test.each([null, ''])('a missing connection string (%j) is polled', (connection) => {
  expect(refreshInterval(project('ACTIVE_HEALTHY', connection))).toBe(5000)
})

test('a healthy project is not polled', () => {
  expect(refreshInterval(project('ACTIVE_HEALTHY', 'sealed'))).toBe(false)
})

test('a removed project is not polled', () => {
  expect(refreshInterval(project('REMOVED', null))).toBe(false)
})

test('every status has a label', () => {
  expect(instanceStatuses.filter((status) => statusView(status).word === '')).toEqual([])
})
