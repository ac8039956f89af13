import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useState } from 'react'

import type { GridSource } from './grid-types.ts'
import type { useCells } from './use-grid-state.ts'
import type { Extras } from './use-grid.ts'

export type Pressed = KeyboardEvent | ClipboardEvent

/** A press, and what a paste held: its data is gone with its event. */
export type Press = { event: Pressed; pasted?: ReadonlyMap<string, string> }

/** The grid as it is by now. */
export type Stage = { source: GridSource; cells: ReturnType<typeof useCells> }

/** What was pressed for rows that are on their way, in order. */
export type Kept = {
  presses?: Press[]
  /** What is kept is being done: nothing of it is kept again. */
  isPlaying?: boolean
  stage?: Stage
}

/** Answers whether a press is not for the rows that are shown. */
export type Keep = (event: Pressed) => boolean | undefined

/**
 * Keeps what is pressed while the rows that were gone to are on their way, and does it once they
 * are there: on the rows that are meant, never on those of before.
 */
export function useKeptPresses(stage: Stage, { tools }: Extras): Keep {
  const [kept] = useState<Kept>({})
  useLayoutEffect(() => tools?.playKept(kept, stage))
  return (event) => tools?.keep(kept, event) ?? stage.source.isAwaited?.()
}
