import { queryPerformance } from '@basalt/contract/query-performance/query-performance'
import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { parseSort } from '../../../ui/data-table/table-model.ts'
import { columns } from './statement-columns.tsx'
import { isStatementId } from './view.ts'

const odd = oneof(
  string({ unit: 'binary', maxLength: 30 }),
  string({ unit: constantFrom('0', '1', '9', '-', ' ', '\n'), maxLength: 22 }),
  constantFrom('', 'others', 'null', '1e3', '0x1', '١٢', '__proto__', '%00', 'total.desc.desc'),
)

test('only ids that the server takes are requested', () => {
  const { params } = queryPerformance.timeline
  assert(
    property(odd, (id) => {
      expect(isStatementId(id)).toBe(params.safeParse({ ref: 'shop', id }).success)
    }),
    { numRuns: 200 },
  )
})

test('an odd order of the URL is ignored', () => {
  assert(
    property(odd, (sort) => {
      const parsed = parseSort(sort, columns)
      expect(parsed === undefined || columns.some(({ id }) => id === parsed.column)).toBe(true)
    }),
    { numRuns: 200 },
  )
})
