import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'

import type { Setting } from '../lib/storage/storage.ts'
import { useSetting } from '../lib/storage/use-setting.ts'

type Options = {
  setting: Setting<number>
  /** In px, as the step of the arrow keys. */
  range: readonly [min: number, max: number]
  step: number
  /** The edge of the panel that moves; the separator lies on it. */
  edge: 'left' | 'right'
  label: string
}

/** The width of a panel, which is stored, and the separator that changes it: a child of the panel. */
export function usePanelWidth({ setting, range: [min, max], step, edge, label }: Options) {
  const [stored, setStored] = useSetting(setting)
  const [dragged, setDragged] = useState<number>()
  const clamp = (value: number) => Math.round(Math.max(min, Math.min(max, value)))
  const width = dragged ?? clamp(stored)
  const outwards = edge === 'right' ? 1 : -1
  const release = () => {
    if (dragged !== undefined) setStored(dragged)
    setDragged(undefined)
  }
  const separator = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that takes the focus is a control
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr takes no focus
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved with the arrow keys
      tabIndex={0}
      className={clsx(
        'absolute inset-y-0 z-10 w-2 cursor-col-resize touch-none',
        edge === 'right' ? '-right-1' : '-left-1',
        'after:absolute after:inset-y-0 after:left-[3px] after:w-px after:transition-colors hover:after:bg-accent',
        dragged !== undefined && 'after:bg-accent',
      )}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(width)
      }}
      onPointerMove={({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
        const panel = currentTarget.parentElement?.getBoundingClientRect()
        if (dragged === undefined || panel === undefined) return
        setDragged(clamp(edge === 'right' ? clientX - panel.left : panel.right - clientX))
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={({ key }: KeyboardEvent) => {
        const move = { ArrowLeft: -step, ArrowRight: step }[key]
        if (move !== undefined) setStored(clamp(width + move * outwards))
      }}
    />
  )
  return { width, separator }
}
