import { expect, test } from 'vitest'

import { readTraceparent } from './trace-context.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

test('a header has the ids of the trace and of its caller, and whether it is sampled', () => {
  expect(readTraceparent(`00-${traceId}-${parentId}-01`)).toEqual({
    traceId,
    parentId,
    isSampled: true,
  })
  expect(readTraceparent(`00-${traceId}-${parentId}-00`)?.isSampled).toBe(false)
  // A later version may have more parts.
  expect(readTraceparent(`01-${traceId}-${parentId}-03-more`)?.isSampled).toBe(true)
})

test.each([
  undefined,
  '',
  'x',
  [`00-${traceId}-${parentId}-01`],
  `ff-${traceId}-${parentId}-01`,
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  `00-${traceId}-${parentId}`,
  `00-${traceId}-${parentId}-01\n${'x'.repeat(300)}`,
])('%j is no header of a trace', (header) => {
  expect(readTraceparent(header)).toBeNull()
})
