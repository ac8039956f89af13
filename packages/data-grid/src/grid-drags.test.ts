// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { arranged } from './arrangement.ts'
import { dragColumn, dragFill } from './grid-drags.ts'
import type { GridColumn, GridSelection } from './grid-types.ts'

const rowHeight = 30
const columnWidth = 100

const column = (id: string, isFrozen = false): GridColumn => ({
  id,
  name: id,
  align: 'start',
  width: columnWidth,
  isFrozen,
})
const arrangement = arranged([column('a', true), column('b'), column('c'), column('d')], undefined)

/** A screen without a header: columns of 100 and rows of 30 pixels from the corner on. */
const screen = {
  cellAt: ({ clientX, clientY }: { clientX: number; clientY: number }) => ({
    row: Math.floor(clientY / rowHeight),
    column: Math.min(Math.floor(clientX / columnWidth), 3),
  }),
  getBox: ({ row, column: position }: { row: number; column: number }) =>
    ({
      left: position * columnWidth,
      right: (position + 1) * columnWidth,
      width: columnWidth,
      top: row * rowHeight,
    }) as DOMRect,
}

let element: HTMLElement

beforeEach(() => {
  document.body.innerHTML = '<div class="grid-box"><button>heading</button></div>'
  element = document.querySelector('button') ?? document.body
  // The test document has no pointers to be captured.
  element.setPointerCapture = () => undefined
})
afterEach(() => document.body.replaceChildren())

const at = (type: string, clientX: number, clientY = 0) =>
  element.dispatchEvent(new MouseEvent(type, { clientX, clientY, bubbles: true }))

const pressAt = (clientX: number, button = 0) => ({
  pointerId: 1,
  clientX,
  button,
  currentTarget: element,
})

const line = () => document.querySelector<HTMLElement>('.grid-drop')

describe('dragging a heading', () => {
  const drag = (position: number, button = 0) => {
    const onMove = vi.fn<(id: string, before: string | undefined) => void>()
    dragColumn(pressAt(position * columnWidth + 50, button), {
      arrangement,
      position,
      screen,
      onMove,
    })
    return onMove
  }

  test('moves its column to that of the heading under the pointer, on either half of it', () => {
    for (const x of [120, 180]) {
      const onMove = drag(3)
      at('pointermove', x)
      expect(line()?.style.left).toBe('100px')
      at('pointerup', x)
      expect(onMove).toHaveBeenCalledExactlyOnceWith('d', 'b')
      expect(line()).toBeNull()
    }
    for (const x of [210, 290]) {
      const onMove = drag(1)
      at('pointermove', x)
      expect(line()?.style.left).toBe('300px')
      at('pointerup', x)
      expect(onMove).toHaveBeenCalledExactlyOnceWith('b', 'd')
    }
  })

  test('moves it to the end on the last heading', () => {
    const onMove = drag(1)
    at('pointermove', 310)
    expect(line()?.style.left).toBe('400px')
    at('pointerup', 310)
    expect(onMove).toHaveBeenCalledExactlyOnceWith('b', undefined)
  })

  test('is tracked from the press on, however large the first move is', () => {
    const captured = vi.fn<(pointer: number) => void>()
    element.setPointerCapture = captured
    const onMove = drag(1)
    expect(captured).toHaveBeenCalledExactlyOnceWith(1)
    at('pointerup', 380)
    expect(onMove).not.toHaveBeenCalled()
  })

  test('is a click if the pointer has hardly moved', () => {
    const onMove = drag(1)
    const clicked = vi.fn<() => void>()
    element.addEventListener('click', clicked)
    at('pointermove', 153)
    expect(line()).toBeNull()
    at('pointerup', 153)
    at('click', 153)
    expect(onMove).not.toHaveBeenCalled()
    expect(clicked).toHaveBeenCalledTimes(1)
  })

  test('is no click once it has moved, even if it returned', async () => {
    const onMove = drag(1)
    const clicked = vi.fn<() => void>()
    element.addEventListener('click', clicked)
    at('pointermove', 300)
    expect(line()).not.toBeNull()
    at('pointermove', 160)
    expect(line()).toBeNull()
    at('pointerup', 160)
    at('click', 160)
    expect(onMove).not.toHaveBeenCalled()
    expect(clicked).not.toHaveBeenCalled()
    await new Promise((resolve) => setTimeout(resolve))
    at('click', 160)
    expect(clicked).toHaveBeenCalledTimes(1)
  })

  test('keeps frozen columns and others apart', () => {
    const onMove = drag(2)
    at('pointermove', 10)
    at('pointerup', 10)
    expect(onMove).toHaveBeenLastCalledWith('c', 'b')
    const frozen = drag(0)
    at('pointermove', 390)
    at('pointerup', 390)
    expect(frozen).not.toHaveBeenCalled()
  })

  test('draws no line over frozen columns, which cover scrolled ones', () => {
    const getBox = ({ row, column: position }: { row: number; column: number }) => {
      const by = position === 0 ? 0 : 70
      const { left, right, width } = screen.getBox({ row, column: position })
      return { left: left - by, right: right - by, width } as DOMRect
    }
    const scrolled = { ...screen, getBox }
    const onMove = vi.fn<(id: string, before: string | undefined) => void>()
    dragColumn(pressAt(350), { arrangement, position: 3, screen: scrolled, onMove })
    at('pointermove', 110)
    expect(line()?.style.left).toBe('100px')
    at('pointerup', 110)
  })

  test.each(['Escape', 'cancel'])('ends with %s and moves nothing', (how) => {
    const onMove = drag(1)
    at('pointermove', 380)
    if (how === 'Escape') document.dispatchEvent(new KeyboardEvent('keydown', { key: how }))
    else at('pointercancel', 380)
    expect(line()).toBeNull()
    at('pointermove', 380)
    at('pointerup', 380)
    expect(line()).toBeNull()
    expect(onMove).not.toHaveBeenCalled()
  })

  test('starts with the primary button only', () => {
    const onMove = drag(1, 2)
    at('pointermove', 380)
    at('pointerup', 380)
    expect(line()).toBeNull()
    expect(onMove).not.toHaveBeenCalled()
  })
})

describe('dragging the handle', () => {
  const active = { row: 3, column: 1 }
  const selection: GridSelection = {
    active,
    anchor: { row: 2, column: 1 },
    end: { row: 3, column: 2 },
  }
  const from = { top: 2, bottom: 3, left: 1, right: 2 }

  function drag() {
    const select = vi.fn<(selection: GridSelection) => void>()
    const onFill = vi.fn<(from: object, over: object) => void>()
    dragFill(pressAt(0), { selection, screen, select, onFill })
    return { select, onFill }
  }

  test('fills the rows below, in the selected columns', () => {
    const { select, onFill } = drag()
    at('pointermove', 5, 6 * rowHeight + 1)
    expect(select).toHaveBeenLastCalledWith({
      active,
      anchor: { row: 2, column: 1 },
      end: { row: 6, column: 2 },
    })
    at('pointerup', 5, 6 * rowHeight + 1)
    expect(onFill).toHaveBeenCalledExactlyOnceWith(from, { ...from, bottom: 6 })
  })

  test('fills the rows above, too', () => {
    const { onFill } = drag()
    at('pointermove', 5, 1)
    at('pointerup', 5, 1)
    expect(onFill).toHaveBeenCalledExactlyOnceWith(from, { ...from, top: 0 })
  })

  test('fills nothing when it returns to its start', () => {
    const { select, onFill } = drag()
    at('pointermove', 5, 6 * rowHeight)
    at('pointermove', 5, 3 * rowHeight)
    at('pointerup', 5, 3 * rowHeight)
    expect(select).toHaveBeenLastCalledWith({
      active,
      anchor: { row: 2, column: 1 },
      end: { row: 3, column: 2 },
    })
    expect(onFill).not.toHaveBeenCalled()
  })

  test('restores the selection and fills nothing when it is cancelled', () => {
    const { select, onFill } = drag()
    at('pointermove', 5, 6 * rowHeight)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    at('pointerup', 5, 6 * rowHeight)
    expect(select).toHaveBeenLastCalledWith(selection)
    expect(onFill).not.toHaveBeenCalled()
  })
})
