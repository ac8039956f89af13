import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'

const smallest = 96
const step = 24
/** The height of five lines: the minimum of the editor when the results are maximized. */
const fewLines = 112
/** A press that moves by less is a tap. */
const shortestDrag = 4

type Props = { top: ReactNode; bottom: ReactNode }

/** The editor above, its results below, with a line between them that can be moved. */
export function SplitPane({ top, bottom }: Props) {
  const pane = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const [stored, setStored] = useSetting(storage.resultHeight)
  const [dragged, setDragged] = useState<number>()
  const height = dragged ?? stored

  function clamp(target: number): number {
    const full = pane.current?.clientHeight ?? 800
    return Math.round(Math.max(smallest, Math.min(target, full - smallest)))
  }
  function toggle() {
    const full = pane.current?.clientHeight ?? 800
    const isLarge = (results.current?.clientHeight ?? 0) > full * 0.6
    setStored(clamp(isLarge ? full * 0.4 : full - fewLines))
  }

  return (
    <div ref={pane} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-24 flex-1 overflow-hidden">{top}</div>
      <SplitLine
        height={height ?? 320}
        onStep={(by) => setStored(clamp((results.current?.clientHeight || (height ?? 320)) + by))}
        onDrag={(y) => setDragged(clamp((pane.current?.getBoundingClientRect().bottom ?? 0) - y))}
        onRelease={() => {
          if (dragged !== undefined) setStored(dragged)
          setDragged(undefined)
        }}
        onToggle={toggle}
      />
      <div
        ref={results}
        className="split-results min-h-24 flex-none overflow-hidden"
        style={height === undefined ? undefined : { height: `${height}px` }}
      >
        {bottom}
      </div>
    </div>
  )
}

type LineProps = {
  height: number
  onStep: (by: number) => void
  onDrag: (clientY: number) => void
  onRelease: () => void
  /** Maximizes the results, or the editor: Enter, and a tap. */
  onToggle: () => void
}

function SplitLine({ height, onStep, onDrag, onRelease, onToggle }: LineProps) {
  const press = useRef<{ from: number; isDrag: boolean }>(undefined)
  const release = () => {
    press.current = undefined
    onRelease()
  }
  function onKeyDown(event: KeyboardEvent) {
    const move = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (move === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (move === undefined) onToggle()
    else onStep(move)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that takes the focus is a control
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr takes no focus
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the results"
      aria-valuenow={height}
      aria-valuemin={smallest}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved with the arrow keys
      tabIndex={0}
      className="split-line relative z-10 h-px flex-none cursor-row-resize touch-none bg-line after:absolute after:inset-x-0 after:-top-1 after:h-2 hover:bg-accent"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        press.current = { from: event.clientY, isDrag: false }
      }}
      onPointerMove={({ clientY }) => {
        const { current } = press
        if (current === undefined) return
        current.isDrag ||= Math.abs(clientY - current.from) >= shortestDrag
        if (current.isDrag) onDrag(clientY)
      }}
      onPointerUp={({ pointerType }) => {
        const isTap = press.current?.isDrag === false && pointerType === 'touch'
        release()
        if (isTap) onToggle()
      }}
      onPointerCancel={release}
      onKeyDown={onKeyDown}
    />
  )
}
