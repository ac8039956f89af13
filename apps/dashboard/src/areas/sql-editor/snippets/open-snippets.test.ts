import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { adjacentTab, withMoved, withoutTab } from '../../../ui/tab-order.ts'
import { type OpenSnippetTab, readTabs, withKnown, withSaved, withShown } from './open-snippets.ts'

const tab = (id: string, name = `Query ${id}`): OpenSnippetTab => ({ id, name })
const ids = (tabs: readonly OpenSnippetTab[]) => tabs.map(({ id }) => id)

describe('open queries', () => {
  test('are opened once, under their current name', () => {
    const tabs = withShown([tab('a'), tab('b')], tab('a', 'Renamed'))
    expect(tabs).toEqual([tab('a', 'Renamed'), tab('b')])
    expect(ids(withShown(tabs, tab('c')))).toEqual(['a', 'b', 'c'])
  })

  test('are followed by the next one when closed, the last one by the one before', () => {
    const tabs = [tab('a'), tab('b'), tab('c')]
    expect(adjacentTab(tabs, 'b')?.id).toBe('c')
    expect(adjacentTab(tabs, 'c')?.id).toBe('b')
    expect(adjacentTab([tab('a')], 'a')).toBeUndefined()
    expect(adjacentTab(tabs, 'closed')?.id).toBe('a')
    expect(ids(withoutTab(tabs, 'b'))).toEqual(['a', 'c'])
  })

  test('keep their position when a new one is saved', () => {
    expect(ids(withSaved([tab('a'), tab('new'), tab('b')], tab('n')))).toEqual(['a', 'n', 'b'])
    expect(ids(withSaved([tab('a')], tab('n')))).toEqual(['a', 'n'])
    expect(ids(withSaved([tab('n'), tab('new')], tab('n')))).toEqual(['n'])
  })

  test('that were deleted are closed, unless they have unsaved edits', () => {
    const tabs = [tab('a'), tab('b'), tab('new')]
    const isKept = (id: string) => id === 'new'
    expect(withKnown(tabs, [tab('b', 'Renamed')], isKept)).toEqual([
      tab('b', 'Renamed'),
      tab('new'),
    ])
  })

  test('in an unknown format are ignored', () => {
    for (const text of [undefined, '', 'x', '{}', '[1,{"id":1,"name":"x"},null]']) {
      expect(readTabs(text)).toEqual([])
    }
    expect(readTabs(JSON.stringify([tab('a'), tab('a', 'again')]))).toEqual([tab('a')])
  })
})

const action = fc.record({
  what: fc.constantFrom('show', 'save', 'move', 'close'),
  id: fc.constantFrom('new', 'a', 'b', 'c', 'd'),
  to: fc.integer({ min: -2, max: 7 }),
})

function done(
  tabs: readonly OpenSnippetTab[],
  { what, id, to }: { what: string; id: string; to: number },
) {
  if (what === 'show') return withShown(tabs, tab(id))
  if (what === 'save' && id !== 'new') return withSaved(tabs, tab(id))
  if (what === 'move') return withMoved(tabs, id, to)
  return withoutTab(tabs, id)
}

describe('any changes of the tabs', () => {
  test('keep each query open once, and the stored form is parsed again', () => {
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        let tabs: OpenSnippetTab[] = []
        for (const one of actions) {
          tabs = done(tabs, one)
          expect(new Set(ids(tabs)).size).toBe(tabs.length)
          expect(readTabs(JSON.stringify(tabs))).toEqual(tabs)
        }
      }),
    )
  })

  test('by two windows in turn preserve the tabs of both', () => {
    const opened = fc.array(fc.tuple(fc.boolean(), fc.constantFrom('a', 'b', 'c', 'd', 'e')))
    fc.assert(
      fc.property(opened, (steps) => {
        let stored: string | undefined
        for (const [, id] of steps) stored = JSON.stringify(withShown(readTabs(stored), tab(id)))
        expect(new Set(ids(readTabs(stored)))).toEqual(new Set(steps.map(([, id]) => id)))
      }),
    )
  })
})
