import { expect, test } from 'vitest'

import { logSourceCatalog } from './log-sources.ts'

test('there are 12 sources with 229 fields, and three of our own', () => {
  const [own, given] = [logSourceCatalog.slice(12), logSourceCatalog.slice(0, 12)]
  expect(own.map(({ reference }) => reference)).toEqual(['cron_logs', 'webhook_logs', 'audit_logs'])
  expect(given.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0)).toBe(229)
})

test.each(logSourceCatalog)(
  '$reference has an id, a time, a message and distinct names',
  (entry) => {
    const paths = Object.keys(entry.fields)
    expect(entry.fields).toMatchObject({
      id: 'string',
      timestamp: 'datetime',
      event_message: 'string',
    })
    const names = new Set(paths.map((path) => path.toLowerCase()))
    expect(names.size).toBe(paths.length)
    // A path is a value or a record, never both.
    const records = paths.flatMap((path) =>
      path.split('.').map((_, at, parts) => parts.slice(0, at).join('.')),
    )
    expect(records.filter((path) => names.has(path.toLowerCase()))).toEqual([])
  },
)
