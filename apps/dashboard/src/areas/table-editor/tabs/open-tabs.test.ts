import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { adjacentTab, withMoved, withoutTab } from '../../../ui/tab-order.ts'
import { compared, type OpenTable, readTabs, settled, withStored, withShown } from './open-tabs.ts'

const table = (id: number, name = `t${id}`) => ({
  id,
  name,
  schema: 'public',
  kind: 'table' as const,
})

const tab = (id: number, isPreview = false): OpenTable => ({ ...table(id), isPreview })

describe('open tables', () => {
  test('that are previews are replaced by the next preview', () => {
    const looked = withShown([tab(1), tab(2, true), tab(3)], table(4))
    expect(looked.map(({ id, isPreview }) => [id, isPreview])).toEqual([
      [1, false],
      [4, true],
      [3, false],
    ])
    expect(withShown(looked, table(1))).toEqual(looked)
  })

  test('that are kept stay when another one is previewed', () => {
    const kept = withStored(withShown([], table(1)), table(1))
    expect(withShown(kept, table(2)).map(({ id }) => id)).toEqual([1, 2])
    expect(withStored(kept, table(3)).map(({ isPreview }) => isPreview)).toEqual([false, false])
  })

  test('are followed by the next one when closed, the last one by the one before', () => {
    const tabs = [tab(1), tab(2), tab(3)]
    expect(adjacentTab(tabs, 2)?.id).toBe(3)
    expect(adjacentTab(tabs, 3)?.id).toBe(2)
    expect(adjacentTab([tab(1)], 1)).toBeUndefined()
    expect(withoutTab(tabs, 2).map(({ id }) => id)).toEqual([1, 3])
  })

  test('follow a rename and are closed when the table is dropped', () => {
    const { tabs, deleted } = compared([tab(1), tab(2, true)], [table(2, 'renamed')])
    expect(tabs).toEqual([{ ...tab(2, true), name: 'renamed' }])
    expect(deleted).toEqual([tab(1)])
  })

  test('that were opened or moved since are not reverted by an answer', () => {
    const found = compared([tab(1), tab(2), tab(3)], [table(1, 'renamed'), table(3)])
    const now = [tab(4, true), tab(3), tab(2), { ...tab(1), isPreview: true }]
    expect(settled(now, found)).toEqual([
      tab(4, true),
      tab(3),
      { ...tab(1, true), name: 'renamed' },
    ])
  })

  test('in an unknown format are ignored', () => {
    for (const text of [undefined, '', 'x', '{}', '[1,{"id":"1"},null]']) {
      expect(readTabs(text)).toEqual([])
    }
    expect(readTabs(JSON.stringify([tab(1), { id: 2 }]))).toEqual([tab(1)])
  })

  test('have each table once and at most one preview, for any actions', () => {
    const action = fc.record({
      what: fc.constantFrom('show', 'keep', 'move', 'close'),
      id: fc.nat(5),
      to: fc.integer({ min: -3, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        let tabs: OpenTable[] = []
        for (const { what, id, to } of actions) {
          if (what === 'show') tabs = withShown(tabs, table(id))
          else if (what === 'keep') tabs = withStored(tabs, table(id))
          else if (what === 'move') tabs = withMoved(tabs, id, to)
          else tabs = withoutTab(tabs, id)
          expect(new Set(tabs.map((one) => one.id)).size).toBe(tabs.length)
          expect(tabs.filter(({ isPreview }) => isPreview).length).toBeLessThanOrEqual(1)
          expect(readTabs(JSON.stringify(tabs))).toEqual(tabs)
        }
      }),
    )
  })
})
