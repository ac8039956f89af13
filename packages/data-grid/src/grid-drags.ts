import type { Arrangement } from './arrangement.ts'
import type { CellPosition, GridSelection } from './grid-types.ts'
import { type CellRange, getRange } from './selection.ts'

/** The part of the viewport that a drag needs. */
export type Screen = {
  cellAt: (point: { clientX: number; clientY: number }) => CellPosition | null
  getBox: (cell: CellPosition) => DOMRect
}

type Press = { pointerId: number; clientX: number; button: number; currentTarget: EventTarget }

/** A press that moved less is a click. */
const threshold = 6

type ColumnDrag = {
  arrangement: Arrangement
  position: number
  screen: Screen
  /** Without it no column moves. */
  onMove: ((id: string, before: string | undefined) => void) | undefined
}

/** Follows a press on a heading; a line shows where the column would go. */
export function dragColumn(
  press: Press,
  { arrangement, position, screen, onMove }: ColumnDrag,
): void {
  const { currentTarget: heading } = press
  if (!(heading instanceof HTMLElement) || press.button !== 0 || onMove === undefined) return
  const line = document.createElement('div')
  line.className = 'grid-drop'
  // Captured at once: the next event of a fast pointer may be outside the heading.
  heading.setPointerCapture(press.pointerId)
  let over: number | undefined
  const follow = (event: PointerEvent) => {
    if (over === undefined && Math.abs(event.clientX - press.clientX) < threshold) return
    over = columnAt(event, { arrangement, position, screen })
    // No line if the drop would move nothing.
    if (over === position) return line.remove()
    const box = heading.closest('.grid-box')
    const getBox = (column: number) => screen.getBox({ row: 0, column })
    const edge = over > position ? getBox(over).right : getBox(over).left
    // A scrolled column may begin under the frozen ones.
    const isAdjacent = over >= arrangement.frozen && arrangement.frozen > 0
    const x = isAdjacent ? Math.max(edge, getBox(arrangement.frozen - 1).right) : edge
    line.style.left = `${x - (box?.getBoundingClientRect().left ?? 0)}px`
    box?.append(line)
  }
  const end = listen(heading, {
    onMove: follow,
    onEnd: () => line.remove(),
    onDone: () => {
      if (over === undefined) return
      // The press was no click on the heading.
      heading.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => heading.removeEventListener('click', swallow, { capture: true }))
      const id = arrangement.columns[position]?.id
      if (id === undefined || over === position) return
      onMove(id, arrangement.columns[over > position ? over + 1 : over]?.id)
    },
  })
  heading.addEventListener('lostpointercapture', end, { once: true })
}

const swallow = (event: Event) => {
  event.stopPropagation()
  event.preventDefault()
}

/** The column whose position the dragged one takes, within the same group: frozen or not. */
function columnAt(
  event: PointerEvent,
  drag: Pick<ColumnDrag, 'arrangement' | 'position' | 'screen'>,
) {
  const { arrangement, position, screen } = drag
  const over = Math.max(screen.cellAt(event)?.column ?? position, 0)
  return position < arrangement.frozen
    ? Math.min(over, arrangement.frozen - 1)
    : Math.max(over, arrangement.frozen)
}

type FillDrag = {
  selection: GridSelection
  screen: Screen
  select: (selection: GridSelection) => void
  /** Called with the range before the drag and the one after it, if they differ. */
  onFill: (from: CellRange, over: CellRange) => void
}

/** Follows a press on the handle: the selection grows up or down, and is filled in the end. */
export function dragFill(press: Press, { selection, screen, select, onFill }: FillDrag): void {
  const { currentTarget: handle } = press
  if (!(handle instanceof HTMLElement) || press.button !== 0) return
  const from = getRange(selection)
  let over = from
  handle.setPointerCapture(press.pointerId)
  listen(handle, {
    onMove: (event) => {
      const row = screen.cellAt(event)?.row ?? from.bottom
      over = { ...from, top: Math.min(row, from.top), bottom: Math.max(row, from.bottom) }
      select({
        active: selection.active,
        anchor: { row: over.top, column: over.left },
        end: { row: over.bottom, column: over.right },
      })
    },
    onEnd: (isDone) => {
      if (!isDone) select(selection)
    },
    onDone: () => {
      if (over.top !== from.top || over.bottom !== from.bottom) onFill(from, over)
    },
  })
}

type Listeners = {
  onMove: (event: PointerEvent) => void
  /** Called when the drag ends, by release or by cancel. */
  onEnd: (isDone: boolean) => void
  onDone: () => void
}

function listen(target: HTMLElement, { onMove, onEnd, onDone }: Listeners): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const end = (isDone: boolean) => {
    if (signal.aborted) return
    controller.abort()
    onEnd(isDone)
  }
  const breakOff = () => end(false)
  target.addEventListener('pointermove', onMove, { signal })
  target.addEventListener('pointercancel', breakOff, { signal })
  target.addEventListener(
    'pointerup',
    () => {
      end(true)
      onDone()
    },
    { signal },
  )
  document.addEventListener('keydown', (event) => event.key === 'Escape' && breakOff(), {
    signal,
  })
  return breakOff
}
