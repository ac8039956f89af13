// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { EditorBox } from './EditorBox.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

type Position = { top: number; height: number }

/** An editor at a cell of a grid whose box is 300 px high, because jsdom has no layout. */
async function openAt(cell: number, { isAbove = false, grid = 300 } = {}) {
  let height = 60
  let grow = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onSize: () => void) {
        grow = onSize
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(
    this: Element,
  ) {
    if (this.className === 'grid-box') return new DOMRect(0, 500, 400, grid)
    if (this.className === 'grid-overlay') return rect({ top: cell, height: 32 })
    const room = Number.parseFloat(box().style.getPropertyValue('--grid-room'))
    const shown = Math.min(height, room)
    return rect({ top: isAbove ? cell + 32 - shown : cell, height: shown })
  })
  render(
    <div className="grid-box">
      <div className="grid-overlay" data-flip={isAbove}>
        <EditorBox onLeave={() => undefined}>
          <input aria-label="field" />
        </EditorBox>
      </div>
    </div>,
  )
  await act(() => Promise.resolve())
  return (taller: number) => {
    height = taller
    return act(async () => grow())
  }
}

const rect = ({ top, height }: Position) => new DOMRect(50, top, 100, height)

const box = () => screen.getByRole('textbox', { name: 'field' }).parentElement ?? document.body
const room = () => box().style.getPropertyValue('--grid-room')
const down = () => box().style.translate

test('an editor is at most as tall as the space from its cell to the edge of the grid', async () => {
  const grow = await openAt(540)
  await grow(345)
  expect([room(), down()]).toEqual(['256px', ''])
})

test('an editor that opens upwards is at most as tall as the space to the upper edge', async () => {
  const grow = await openAt(720, { isAbove: true })
  await grow(345)
  expect([room(), down()]).toEqual(['248px', ''])
})

test('an editor that grows is moved into the view as far as it needs to be usable', async () => {
  const grow = await openAt(650, { isAbove: true })
  expect(down()).toBe('')
  await grow(345)
  expect([room(), down()]).toEqual(['200px', '0px 22px'])
})

test('an editor is never taller than a small grid', async () => {
  const grow = await openAt(540, { grid: 120 })
  await grow(345)
  expect([room(), down()]).toEqual(['112px', '0px -36px'])
})
