import { formatCount } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import type { StatementResult } from '../runs/run-model.ts'
import type { RunRequest } from '../runs/run-store.ts'
import type { Runs } from '../runs/use-runs.ts'
import { hasOwnLimit } from './own-limit.ts'

type Props = {
  result: StatementResult
  /** Its text. */
  statement: string
  request: RunRequest
  runs: Runs
}

/** Reports that the row limit has cut the result, and how to get all rows. */
export function LimitNote({ result, statement, request, runs }: Props) {
  const { limit } = request.options
  const isCut = limit !== undefined && result.command === 'SELECT' && result.rowCount === limit
  if (!isCut || hasOwnLimit(statement)) return null
  const isLifted = runs.habits.limit === null
  return (
    <>
      <span className="text-warn">{`limited to ${formatCount(limit)}`}</span>
      {isLifted ? (
        <Button size="small" onClick={() => runs.again(unlimited(request))}>
          Run again without a limit
        </Button>
      ) : (
        <Button size="small" onClick={() => runs.runs.changePreferences({ limit: null })}>
          Show all
        </Button>
      )}
    </>
  )
}

const unlimited = (request: RunRequest): RunRequest => ({
  ...request,
  options: { ...request.options, limit: undefined },
})
