import { logTemplates } from '@basalt/catalog/log-templates'
import { refuseQuery } from '@basalt/logs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readsHere } from '../../grammar/script-reader.ts'
import { type ExploredLogs, exploredLogs } from '../../testing/explored-logs.ts'
import { templateRows } from './testing/template-rows.ts'

let logs: ExploredLogs
beforeAll(async () => {
  logs = await exploredLogs()
  await logs.append(templateRows)
})
afterAll(() => logs.close())

test('there are 16 templates with different names', () => {
  expect(new Set(logTemplates.map(({ name }) => name)).size).toBe(16)
})

test.each(logTemplates)(
  '$name finds the same rows in both forms',
  async ({ source, logs: all }) => {
    for (const sql of [source, all]) {
      // oxlint-disable-next-line no-await-in-loop
      const reading = await readsHere.parts(sql)
      expect('parts' in reading && refuseQuery(reading.parts)).toBeNull()
    }
    const [one, other] = await Promise.all([logs.read(source), logs.read(all)])
    expect(one.rows.length).toBeGreaterThan(0)
    expect(other.rows).toHaveLength(one.rows.length)
  },
)
