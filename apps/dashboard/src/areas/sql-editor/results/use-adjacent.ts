import { useState } from 'react'

import { usePinnedResults } from '../runs/pinned-results.ts'
import type { Run, StatementResult } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import type { Shown } from './StatementTabs.tsx'

/** A statement of the run that may be shown next to another one. */
export type AdjacentStatement = { id: string; label: string; result: StatementResult }

type Requested = { projectRef: string; run: Run; request: RunRequest | undefined; shown: Shown }

/**
 * The result next to the current one: a pinned one, or another statement of the run. That is chosen
 * by its index, so that it stays when all of them are run again.
 */
export function useAdjacent({ projectRef, run, request, shown }: Requested) {
  const pinned = usePinnedResults(projectRef)
  const [chosen, setChosen] = useState<string>()
  const statements = getNeighbour(run, request)
  const isShown = statements.some(({ id }) => id === chosen)
  const toggle = () =>
    setChosen(isShown ? undefined : statements.findLast(({ id }) => id !== getName(shown))?.id)
  return {
    adjacent: statements.length > 0 ? { isShown, onToggle: toggle } : undefined,
    pane:
      isShown || pinned.length > 0
        ? { pinned, statements, chosen, onChoose: setChosen }
        : undefined,
  }
}

const getName = (position: Shown): string => `statement ${position}`

/** Statements with rows, when there are at least two. */
function getNeighbour(
  { statements }: Pick<Run, 'statements'>,
  request: Pick<RunRequest, 'text' | 'from'> | undefined,
): AdjacentStatement[] {
  const found = statements.flatMap((result, position) => {
    if (result.fields === null) return []
    const { text = '', from = 0 } = request ?? {}
    const said = text.slice(result.start - from, result.end - from)
    const label = `${position + 1} ${said.trim().replaceAll(/\s+/gu, ' ').slice(0, 60)}`
    return [{ id: getName(position), label, result }]
  })
  return found.length > 1 ? found : []
}
