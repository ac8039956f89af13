// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { importState, rejected } from '../../../testing/imports.ts'
import { RejectedRow } from './RejectedRow.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A page has no layout here: how wide what is in the lists is, and the lists are. */
function show(width: number, room: number) {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(width)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(room)
  const { columns } = importState()
  const acts = { onType: () => undefined, onTry: () => undefined }
  render(
    <ul>
      <RejectedRow row={rejected(3)} columns={columns} typed={undefined} {...acts} />
    </ul>,
  )
  const cells = screen.getByRole('group', { name: 'Cells of line 4' })
  const edges = () => screen.queryAllByTestId('more-beyond').length
  return { cells, edges }
}

test('cells beyond the edge of a rejected row are told of at that edge, and scrolled to by keyboard', () => {
  const { cells, edges } = show(900, 500)
  expect(edges()).toBe(1)
  expect(cells.tabIndex).toBe(0)
  cells.scrollLeft = 100
  fireEvent.scroll(cells)
  expect(edges()).toBe(2)
  cells.scrollLeft = 400
  fireEvent.scroll(cells)
  expect(edges()).toBe(1)
})

test('a rejected row that shows all of its cells is no stop on the way', () => {
  const { cells, edges } = show(500, 500)
  expect(edges()).toBe(0)
  expect(cells.tabIndex).toBe(-1)
})
