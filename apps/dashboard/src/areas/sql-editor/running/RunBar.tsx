import { rowRights } from '@basalt/contract/database/changes'
import { databaseQuery } from '@basalt/contract/database/query'
import { useMutation } from '@tanstack/react-query'
import { CircleStop, Eye, History, Play, Undo2 } from 'lucide-react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import type { RunScope } from '../../../product/sql-code/run-scope.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { RunMenu } from '../editor/RunMenu.tsx'
import type { Runs } from '../runs/use-runs.ts'
import { ExplainMenu } from './ExplainMenu.tsx'
import { SessionButton } from './SessionButton.tsx'

type Props = {
  projectRef: string
  runs: Runs
  isEmpty: boolean
  onRun: (scope: RunScope) => void
  onExplain: (how: { isRun: boolean }) => void
  onHistory: () => void
}

/** The run settings of the query, and the run button. */
export function RunBar({ projectRef, runs, isEmpty, onRun, onExplain, onHistory }: Props) {
  const denied = useDenied(databaseQuery.run, 'run queries')
  const disabledReason = denied ?? (isEmpty ? 'Enter a query' : undefined)
  return (
    <>
      <IconButton icon={History} label="Run history" onClick={onHistory} />
      <SessionButton projectRef={projectRef} runs={runs} />
      {/* X The run controls stay together when the bar wraps. */}
      <span aria-hidden className="hidden max-tablet:block max-tablet:w-full" />
      <ReadsOnly isShown={denied === undefined} />
      <LimitSelect runs={runs} />
      <PreviewFirst runs={runs} />
      <ExplainMenu disabledReason={disabledReason} onExplain={onExplain} />
      {/* X A single control does not stay behind when the bar wraps. */}
      <span className="flex flex-none items-center gap-2">
        {runs.run?.state === 'held' ? (
          <RollBack runs={runs} />
        ) : runs.run?.state === 'running' ? (
          <Button icon={CircleStop} onClick={runs.runs.cancel}>
            Cancel
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={Play}
            keys="mod+enter"
            tooltip="Run the selection, or the statement at the cursor"
            disabledReason={disabledReason}
            onClick={() => onRun('here')}
          >
            Run
          </Button>
        )}
        <RunMenu disabledReason={disabledReason} onRun={onRun} />
      </span>
    </>
  )
}

/** A run that waits for its decision is not broken off: its transaction is ended. */
function RollBack({ runs: { runs } }: { runs: Runs }) {
  const decide = useMutation({
    mutationFn: () => runs.decide('roll_back'),
    onError: (error) => notify.error(error.message),
  })
  return (
    <Button icon={Undo2} isPending={decide.isPending} onClick={() => decide.mutate()}>
      Roll back
    </Button>
  )
}

function ReadsOnly({ isShown }: { isShown: boolean }) {
  const reason = useDenied(rowRights.update, 'change data')
  if (!isShown || reason === undefined) return null
  return (
    <span title={reason}>
      <Badge>Read only</Badge>
    </span>
  )
}

const limits = [
  [100, '100 rows'],
  [500, '500 rows'],
  [1000, '1,000 rows'],
  [0, 'No limit'],
] as const

/** For a single query without a limit of its own. */
function LimitSelect({ runs: { habits: preferences, runs } }: { runs: Runs }) {
  return (
    <Select
      aria-label="Row limit"
      className="w-28 flex-none max-tablet:w-24 max-tablet:grow"
      value={preferences.limit ?? 0}
      onChange={({ target }) => runs.changePreferences({ limit: Number(target.value) || null })}
    >
      {limits.map(([rows, words]) => (
        <option key={rows} value={rows}>
          {words}
        </option>
      ))}
    </Select>
  )
}

function PreviewFirst({ runs: { previewsFirst, runs } }: { runs: Runs }) {
  return (
    <Button
      variant="ghost"
      icon={Eye}
      aria-label="Preview before commit"
      tooltip={
        previewsFirst
          ? 'Changes are shown before they are committed'
          : 'Show changes before they are committed'
      }
      aria-pressed={previewsFirst}
      className="aria-pressed:bg-accent-wash! aria-pressed:text-accent-ink!"
      onClick={() => runs.changePreferences({ previewsFirst: !previewsFirst })}
    />
  )
}
