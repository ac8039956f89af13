import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'

import { storage } from '../../lib/storage.ts'
import { useSetting } from '../../lib/use-setting.ts'

const smallest = 96
const step = 24

type Props = { top: ReactNode; bottom: ReactNode }

/** The editor above, its results below, with a line between them that can be moved. */
export function SplitPane({ top, bottom }: Props) {
  const pane = useRef<HTMLDivElement>(null)
  const [stored, setStored] = useSetting(storage.resultHeight)
  const [dragged, setDragged] = useState<number>()
  const height = dragged ?? stored

  function clamp(wanted: number): number {
    const whole = pane.current?.clientHeight ?? 800
    return Math.round(Math.max(smallest, Math.min(wanted, whole - smallest)))
  }
  function heightAt(event: PointerEvent): number {
    const bottomEdge = pane.current?.getBoundingClientRect().bottom ?? 0
    return clamp(bottomEdge - event.clientY)
  }
  function onKeyDown(event: KeyboardEvent) {
    const move = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (move === undefined) return
    event.preventDefault()
    setStored(clamp((height ?? 320) + move))
  }

  return (
    <div ref={pane} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-24 flex-1 overflow-hidden">{top}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that takes the focus is a control */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr takes no focus
        role="separator"
        aria-orientation="horizontal"
        aria-label="Height of the results"
        aria-valuenow={height ?? 320}
        aria-valuemin={smallest}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved with the arrow keys
        tabIndex={0}
        className="relative z-10 h-px flex-none cursor-row-resize touch-none bg-line after:absolute after:inset-x-0 after:-top-1 after:h-2 hover:bg-accent"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(heightAt(event))
        }}
        onPointerMove={(event) => {
          if (dragged !== undefined) setDragged(heightAt(event))
        }}
        onPointerUp={() => {
          if (dragged !== undefined) setStored(dragged)
          setDragged(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className="min-h-24 flex-none overflow-hidden"
        style={{ height: height === undefined ? '55%' : `${height}px` }}
      >
        {bottom}
      </div>
    </div>
  )
}
