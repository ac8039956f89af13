// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { importState, rejected } from '../../../testing/imports.ts'
import { RejectedRow } from './RejectedRow.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The DOM has no layout here: the widths of the lists and of their content. */
function show(width: number, room: number) {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(width)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(room)
  const { columns } = importState()
  const actions = { onType: () => undefined, onTry: () => undefined }
  render(
    <ul>
      <RejectedRow row={rejected(3)} columns={columns} typed={undefined} {...actions} />
    </ul>,
  )
  const cells = screen.getByRole('group', { name: 'Cells of line 4' })
  const scrollTo = (px: number) => {
    // Nor are there styles.
    cells.style.overflowX = 'auto'
    cells.scrollLeft = px
    fireEvent.scroll(cells)
  }
  scrollTo(0)
  const faded = () => {
    const [, left, right] = /right, (\w+),.*, (\w+)\)/u.exec(cells.style.maskImage) ?? []
    return [left === 'transparent' ? 'left' : '', right === 'transparent' ? 'right' : '']
  }
  return { cells, scrollTo, faded }
}

test('a rejected row fades where its cells continue, and is scrolled by keyboard', () => {
  const { cells, scrollTo, faded } = show(900, 500)
  expect(faded()).toEqual(['', 'right'])
  expect(cells.tabIndex).toBe(0)
  scrollTo(100)
  expect(faded()).toEqual(['left', 'right'])
  scrollTo(400)
  expect(faded()).toEqual(['left', ''])
})

test('a rejected row without overflow is no tab stop', () => {
  const { cells, faded } = show(500, 500)
  expect(faded()).toEqual(['', ''])
  expect(cells.tabIndex).toBe(-1)
})
