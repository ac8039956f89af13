import { type ReportBlock, reportMetrics } from '@basalt/contract/observability/reports'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getBlockTitle, metricTitles, moveBlock, saveBlock } from './report-blocks.ts'

const blockOf = (id: string): ReportBlock => ({ id, width: 'half', kind: 'metric', metric: 'cpu' })

test('every chart that a page may have exists', () => {
  expect(Object.keys(metricTitles).toSorted()).toEqual(reportMetrics.toSorted())
})

test('blocks have a title of their kind', () => {
  const placed = { id: 'a', width: 'half' } as const
  expect([
    getBlockTitle(blockOf('a')),
    getBlockTitle({ ...placed, kind: 'top', source: 'edge_logs', field: 'path' }),
    getBlockTitle({ ...placed, kind: 'top', source: 'cron_logs', field: 'code' }),
    getBlockTitle({ ...placed, kind: 'query', home_block_id: 'b' }, 'Orders'),
    getBlockTitle({ ...placed, kind: 'query', home_block_id: 'b' }),
    getBlockTitle({ ...placed, kind: 'text', text: 'x' }),
  ]).toEqual([
    'CPU',
    'Top values of path in API gateway',
    'Top values of code in cron_logs',
    'Orders',
    'Pinned result',
    'Text',
  ])
})

test('a moved block is at its new place, and the others keep their order', () => {
  const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(ids, fc.nat(), fc.integer({ min: -5, max: 25 }), (all, at, to) => {
      const id = all[at % all.length] ?? ''
      const moved = moveBlock(all.map(blockOf), id, to).map((block) => block.id)
      expect(moved.indexOf(id)).toBe(Math.max(0, Math.min(all.length - 1, to)))
      expect(moved.filter((one) => one !== id)).toEqual(all.filter((one) => one !== id))
    }),
  )
  const blocks = [blockOf('a')]
  expect(moveBlock(blocks, 'removed', 0)).toBe(blocks)
})

test('a saved block replaces the one with its id, or is the last one', () => {
  const blocks = ['a', 'b'].map(blockOf)
  const wide: ReportBlock = { ...blockOf('a'), width: 'full' }
  expect(saveBlock(blocks, wide)).toEqual([wide, blocks[1]])
  expect(saveBlock(blocks, blockOf('c')).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
