import type { SnippetFolder, SnippetSummary } from '@basalt/contract/project/snippets'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { snippet as sample } from '../../../testing/snippets.ts'
import {
  dropPosition,
  foundRows,
  positionAfterKey,
  positionsAmongSiblings,
  treeRows,
  type TreeRow,
} from './snippet-tree.ts'

const snippet = (id: string, more: Partial<SnippetSummary> = {}): SnippetSummary =>
  sample(0, { id, name: id, ...more })

const folder = (id: string, more: Partial<SnippetFolder> = {}): SnippetFolder => ({
  id,
  name: id,
  visibility: 'private',
  parent_id: null,
  ...more,
})

const shown = (rows: readonly TreeRow[]) =>
  rows.map((row) => {
    const name = { section: 'label' in row ? row.label : '', folder: '', snippet: '' }[row.kind]
    const own = row.kind === 'folder' ? `${row.folder.name}/` : ''
    const text = row.kind === 'snippet' ? row.snippet.name : ''
    return `${' '.repeat(row.level - 1)}${name}${own}${text}`
  })

const content = {
  snippets: [
    snippet('b10', { folder_id: 'inner' }),
    snippet('b9', { is_favourite: true }),
    snippet('team', { visibility: 'project', folder_id: 'reports' }),
    snippet('lost', { folder_id: 'not there' }),
  ],
  folders: [
    folder('outer'),
    folder('inner', { parent_id: 'outer' }),
    folder('reports', { visibility: 'project' }),
  ],
}

describe('the list of queries', () => {
  test('has its sections, folders before queries, by name and number', () => {
    expect(shown(treeRows(content, new Set()))).toEqual([
      'Favourites',
      ' b9',
      'Shared',
      ' reports/',
      '  team',
      'Private',
      ' outer/',
      '  inner/',
      '   b10',
      ' b9',
      ' lost',
    ])
  })

  test('hides the content of collapsed ones', () => {
    const rows = treeRows(content, new Set(['favourites', 'shared', 'outer']))
    expect(shown(rows)).toEqual(['Favourites', 'Shared', 'Private', ' outer/', ' b9', ' lost'])
  })

  test('has every query once in its section, in any folder', () => {
    const ids = ['f1', 'f2', 'f3', 'removed']
    const folders = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('f1', 'f2', 'f3'), inner: fc.boolean() }),
      { selector: ({ id }) => id },
    )
    const snippets = fc.uniqueArray(
      fc.record({ id: fc.nat(30), at: fc.option(fc.constantFrom(...ids)) }),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(folders, snippets, (some, texts) => {
        const outer = some.find(({ inner }) => !inner)?.id ?? null
        const rows = treeRows(
          {
            folders: some.map(({ id, inner }) => folder(id, { parent_id: inner ? outer : null })),
            snippets: texts.map(({ id, at }) => snippet(String(id), { folder_id: at })),
          },
          new Set(),
        )
        const found = rows.flatMap((row) => (row.kind === 'snippet' ? [row.snippet.id] : []))
        expect(found.toSorted()).toEqual(texts.map(({ id }) => String(id)).toSorted())
        expect(rows.filter(({ kind }) => kind === 'folder')).toHaveLength(some.length)
      }),
    )
  })

  test('finds names immediately and texts after the search', () => {
    const matches = [{ id: 'team', line: '  select b9 ', line_number: 3 }]
    const rows = foundRows(content.snippets, 'B9', matches)
    const found = rows.map((row) => (row.kind === 'snippet' ? [row.snippet.id, row.line] : []))
    expect(found).toEqual([
      ['b9', null],
      ['team', 'select b9'],
    ])
    expect(foundRows(content.snippets, 'nothing', [])).toEqual([])
  })
})

describe('the keys of the list', () => {
  const rows = treeRows(content, new Set())
  const name = (at: number | undefined) => shown(rows)[at ?? -1]?.trim()
  const from = (text: string) => shown(rows).findIndex((one) => one.trim() === text)

  test.each([
    ['ArrowDown', 'Shared', 'reports/'],
    ['ArrowUp', 'Favourites', 'Favourites'],
    ['End', 'Shared', 'lost'],
    ['Home', 'lost', 'Favourites'],
    ['ArrowLeft', 'b10', 'inner/'],
    ['ArrowLeft', 'inner/', 'outer/'],
    ['ArrowLeft', 'Private', 'Private'],
    ['ArrowRight', 'outer/', 'inner/'],
    ['ArrowRight', 'b10', 'b10'],
  ])('%s leads from %s to %s', (key, start, end) => {
    expect(name(positionAfterKey(rows, from(start), key))).toBe(end)
  })

  test('without a meaning lead nowhere', () => {
    expect(positionAfterKey(rows, 0, 'x')).toBeUndefined()
  })
})

describe('dropping', () => {
  const rows = treeRows(content, new Set())
  const row = (text: string) => {
    const found = rows[shown(rows).findIndex((one) => one.trim() === text)]
    if (found === undefined) throw new Error(`no row ${text}`)
    return found
  }
  const drop = (what: string, on: string) => dropPosition(row(what), row(on), content.folders)

  test('moves a query into a folder of its section, or out of it', () => {
    expect(drop('b10', 'outer/')).toEqual({ folder_id: 'outer' })
    expect(drop('b10', 'Private')).toEqual({ folder_id: null })
    expect(drop('team', 'Shared')).toEqual({ folder_id: null })
  })

  test.each([
    ['b10', 'reports/'],
    ['team', 'outer/'],
    ['b10', 'Shared'],
    ['b10', 'Favourites'],
    ['b10', 'b9'],
    ['outer/', 'inner/'],
    ['outer/', 'outer/'],
    ['Private', 'outer/'],
  ])('%s is refused by %s', (what, on) => {
    expect(drop(what, on)).toBeUndefined()
  })
})

describe('the position of a row among its siblings', () => {
  const level = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 60 })

  test('counts sections, folders and queries separately', () => {
    const levels = [1, 2, 3, 3, 2, 1, 2].map((one) => ({ level: one }))
    expect(
      positionsAmongSiblings(levels).map(({ position, count }) => `${position}/${count}`),
    ).toEqual(['1/2', '1/2', '1/2', '2/2', '2/2', '2/2', '1/1'])
  })

  test('exists for every row, and is the highest for the last sibling', () => {
    fc.assert(
      fc.property(level, (levels) => {
        const positions = positionsAmongSiblings(levels.map((one) => ({ level: one })))
        expect(positions).toHaveLength(levels.length)
        for (const [at, { position, count }] of positions.entries()) {
          const rest = levels.slice(at + 1)
          const until = rest.findIndex((one) => one < (levels[at] ?? 0))
          const siblings = rest
            .slice(0, until === -1 ? undefined : until)
            .filter((one) => one === levels[at])
          expect(position + siblings.length).toBe(count)
        }
      }),
    )
  })
})
