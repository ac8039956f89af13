// @vitest-environment jsdom
import type { Column, TableDetail } from '@basalt/contract/database/tables'
import { afterEach, describe, expect, test } from 'vitest'

import type { ColumnLayout } from './areas/table-editor/column-layout.ts'
import { firstRowsView } from './first-rows.ts'
import { storage } from './lib/storage/storage.ts'

const column = (name: string, kind: Column['kind'], dataType: string): Column => ({
  name,
  kind,
  data_type: dataType,
  is_nullable: true,
  is_identity: false,
  is_generated: false,
  is_primary_key: false,
  default_value: null,
  enum_values: [],
  comment: null,
  references: null,
})

const table: TableDetail = {
  id: 1,
  schema: 'public',
  name: 'readings',
  kind: 'table',
  rls_enabled: false,
  row_estimate: 2,
  comment: null,
  key: ['id'],
  columns: [
    column('id', 'number', 'bigint'),
    column('note', 'text', 'text'),
    column('is_done', 'boolean', 'boolean'),
    column('at', 'time', 'timestamp with time zone'),
  ],
}

const plain = { order: [], hidden: [], frozen: [] }
const view = (
  rows: (string | null)[][],
  widths: Record<string, number> = {},
  layout: Partial<ColumnLayout> = {},
) => firstRowsView(table, { rows, has_more: false }, { widths, layout: { ...plain, ...layout } })

const texts = (element: HTMLElement, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent)

afterEach(() => localStorage.clear())

describe('the static first rows', () => {
  test('show values as the grid does: nulls, words for booleans, one line', () => {
    const shown = view([['9007199254740993', 'a\nb', 't', null]])
    expect(texts(shown, '.grid-cell')).toEqual(['9007199254740993', 'a↵b', 'true', 'NULL'])
    expect(shown.querySelector('.grid-cell-end')?.textContent).toBe('9007199254740993')
    expect(texts(shown, '.grid-cell-null')).toEqual(['NULL'])
  })

  test("have the usual width for a column with the name of an object's property", () => {
    const columns = [column('constructor', 'text', 'text'), column('note', 'text', 'text')]
    const shown = firstRowsView(
      { ...table, columns },
      { rows: [['a', 'b']], has_more: false },
      {
        widths: {},
        layout: plain,
      },
    )
    const cells = [...shown.querySelectorAll<HTMLElement>('.grid-cell')]
    expect(cells.map(({ style }) => style.width)).toEqual(['220px', '220px'])
  })

  test('show the common names of column types', () => {
    expect(texts(view([]), '.grid-column-name')).toEqual(['id', 'note', 'is_done', 'at'])
    expect(texts(view([]), '.grid-column-detail').at(-1)).toBe('timestamptz')
  })

  test("leave out hidden columns, and show the others in the user's order", () => {
    const shown = view([['1', 'text', 't', 'then']], {}, { hidden: ['note'], frozen: ['at'] })
    expect(texts(shown, '.grid-column-name')).toEqual(['at', 'id', 'is_done'])
    expect(texts(shown, '.grid-cell')).toEqual(['then', '1', 'true'])
  })

  test('never interpret a value as markup', () => {
    const shown = view([['1', '<img src=x onerror=alert(1)>', 'f', null]])
    expect(shown.querySelector('img')).toBeNull()
  })

  test('position the columns as the user has set them', () => {
    const cells = [
      ...view([['1', 'a', 't', null]], { id: 300 }).querySelectorAll<HTMLElement>('.grid-cell'),
    ]
    expect(cells[0]?.style.width).toBe('300px')
    expect(cells[1]?.style.left).toBe(`${44 + 300}px`)
  })

  test('fit into the frame, with the list open or the rail pinned', () => {
    expect(view([]).style.inset).toContain('272px')
    storage.isColumnShown.set(false)
    expect(view([]).style.inset).toContain('124px')
    storage.isRailPinned.set(true)
    expect(view([]).style.inset).toContain('248px')
  })

  test('draw no more rows than fit into the window, and are hidden from screen readers', () => {
    const many = Array.from({ length: 500 }, (_, index) => [String(index), 'x', 't', null])
    const shown = view(many)
    expect(shown.querySelectorAll('.grid-row').length).toBeLessThan(40)
    expect(shown.getAttribute('aria-hidden')).toBe('true')
  })
})
