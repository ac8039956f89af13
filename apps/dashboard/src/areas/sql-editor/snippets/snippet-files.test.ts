import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fileName, fileWord, migrationVersion } from './snippet-files.ts'

const now = new Date('2026-03-04T05:06:07.890Z')

describe('the name of a file', () => {
  test('shows its purpose', () => {
    expect(fileName('sql', 'All orders (copy)', now)).toBe('all_orders_copy.sql')
    expect(fileName('migration', 'Ürün listesi', now)).toBe('20260304050607_urun_listesi.sql')
    expect(fileName('seed', 'Anything', now)).toBe('seed.sql')
  })

  test('is valid on every system, for any name of the query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(fileWord(name)).toMatch(/^[a-z0-9](?:[a-z0-9_]*[a-z0-9_])?$/u)
        expect(fileWord(name).length).toBeLessThanOrEqual(80)
      }),
    )
  })

  test('of a later migration sorts after that of an earlier one', () => {
    const date = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, date, (one, other) => {
        const isEarlier = Math.floor(one.getTime() / 1000) < Math.floor(other.getTime() / 1000)
        expect(migrationVersion(one) < migrationVersion(other)).toBe(isEarlier)
      }),
    )
  })
})
