import { expect, test } from 'vitest'

import { stackValues } from './chart-data.ts'

test('stacked series add up, without those that are hidden', () => {
  const series = (name: string, values: number[]) => ({ name, values, texts: values.map(String) })
  const data = {
    labels: ['a', 'b'],
    positions: null,
    xKind: 'category' as const,
    series: [series('error', [1, 0]), series('warning', [2, 3]), series('info', [4, 5])],
  }
  expect(stackValues(data, new Set())).toEqual([
    [1, 0],
    [3, 3],
    [7, 8],
  ])
  expect(stackValues(data, new Set(['warning']))).toEqual([
    [1, 0],
    [1, 0],
    [5, 5],
  ])
})
