import { logSourceNames } from '@basalt/contract/logs/logs'
import { expect, test } from 'vitest'

import { logSourceEntries, logSourceLabel } from './log-sources.ts'

test('every log source has one entry and a label of its own', () => {
  const names = logSourceEntries.map(({ name }) => name)
  expect(names.toSorted()).toEqual(logSourceNames.toSorted())
  expect(new Set(logSourceEntries.map(({ label }) => label)).size).toBe(names.length)
  expect(logSourceLabel('edge_logs')).toBe('API Gateway')
})
