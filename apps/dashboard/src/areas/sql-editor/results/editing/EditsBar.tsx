import { useQueries, useQueryClient } from '@tanstack/react-query'
import { PencilLine, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import { notify } from '../../../../lib/browser/toast.ts'
import type { ChangeQueue, QueueState } from '../../../../product/row-changes/change-queue.ts'
import { ChangesPanel } from '../../../../product/row-changes/ChangesPanel.tsx'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import type { Runs } from '../../runs/use-runs.ts'
import { getQueue } from './editing-state.tsx'
import { saveEdits } from './save-edits.ts'
import { listOperations } from './saved-rows.ts'
import { shownResults } from './shown-results.ts'
import { describeStaged } from './staged-text.ts'
import { tableQuery } from './table-query.ts'

type Props = { projectRef: string; queryId: string; runs: Runs }

/** Staged edits of a query's results: their number, their SQL, and their actions. */
export function EditsBar({ projectRef, queryId, runs: { user, runs } }: Props) {
  const client = useQueryClient()
  const scope = { user, ref: projectRef, id: queryId }
  const queue = getQueue(scope)
  const state = useSyncExternalStore(queue.subscribe, queue.get)
  const [isOpen, setIsOpen] = useState(false)
  const tables = useTables(projectRef, state)
  const getTable = ({ table }: { table?: number | undefined }) =>
    tables.find((one) => one?.id === table)
  const save = async () => {
    await saveEdits({ client, projectRef, queue, results: shownResults(client, scope, runs) })
    const remaining = queue.get()
    if (remaining.rows.length + remaining.sent.length === 0) setIsOpen(false)
  }
  useKeys(() => queue.undo(), state.status === 'unknown' ? save : undefined)
  if (state.rows.length + state.sent.length === 0) return null
  const words = describeStaged(state.rows, (id) => getTable({ table: id })?.name ?? '')

  return (
    <section
      aria-label="Row changes"
      className="flex min-h-9 flex-none flex-wrap items-center gap-x-2 gap-y-1 border-t border-line bg-warn-wash px-3 py-1"
    >
      <PencilLine className="flex-none text-warn" />
      <output className="tabular min-w-0">{statusLabels(state) ?? words}</output>
      <Actions
        queue={queue}
        state={state}
        onShow={() => setIsOpen(true)}
        onSave={() => void save()}
      />
      {isOpen && (
        <ChangesPanel
          projectRef={projectRef}
          title="Row changes"
          getTable={(row) => (row.op === 'update' ? getTable(row) : undefined)}
          queue={queue}
          state={state}
          listOperations={(rows) => listOperations(rows, getTable)}
          isSqlShown
          onSave={() => void save()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}

type ActionsProps = {
  queue: ChangeQueue
  state: QueueState
  onShow: () => void
  onSave: () => void
}

function Actions({ queue, state, onShow, onSave }: ActionsProps) {
  useEffect(() => focusRows, [])
  return (
    <div className="flex flex-1 items-center justify-end gap-2">
      <IconButton
        icon={Undo2}
        size="small"
        label="Undo"
        disabledReason={state.canUndo ? undefined : 'Nothing to undo'}
        onClick={() => queue.undo()}
      />
      <Button size="small" variant="ghost" onClick={onShow}>
        {state.problems.size === 0 ? 'Show SQL' : 'Show why'}
      </Button>
      <Button
        size="small"
        disabledReason={state.status === 'saving' ? 'Saving is in progress' : undefined}
        onClick={() => discard(queue)}
      >
        Discard
      </Button>
      <Button size="small" variant="primary" isPending={state.status === 'saving'} onClick={onSave}>
        {state.status === 'unknown' ? 'Check again' : 'Save rows'}
      </Button>
    </div>
  )
}

/** The bar disappears when it is empty: the focus moves to the rows. */
function focusRows(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })
}

/** Pending saves are dropped; discarding the rest can be undone. */
function discard(queue: ChangeQueue): void {
  if (queue.get().status !== 'idle') return queue.forget()
  if (!queue.change(() => [])) return
  notify.success('Changes discarded', { label: 'Undo', run: () => void queue.undo() })
}

function statusLabels({ status, problems, rows }: QueueState): string | undefined {
  if (status === 'unknown') return 'Save status unknown'
  if (problems.size === 0) return undefined
  return rows.length === 1
    ? 'The row could not be saved'
    : `${problems.size} of ${rows.length} rows could not be saved, so nothing was saved`
}

function useTables(projectRef: string, { rows }: QueueState) {
  const ids = [...new Set(rows.flatMap((row) => (row.op === 'update' ? (row.table ?? []) : [])))]
  return useQueries({ queries: ids.map((id) => tableQuery(projectRef, id)) }).map(
    ({ data }) => data,
  )
}

/** The undo key outside of text fields, and the retry when the network is back. */
function useKeys(undo: () => boolean, askAgain: (() => void) | undefined) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isField =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches('input, textarea, select'))
    const isUndo = (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key === 'z'
    if (!isField && isUndo && !event.defaultPrevented && undo()) event.preventDefault()
  })
  const onOnline = useEffectEvent(() => askAgain?.())
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event)
    const online = () => onOnline()
    document.addEventListener('keydown', key)
    globalThis.addEventListener('online', online)
    return () => {
      document.removeEventListener('keydown', key)
      globalThis.removeEventListener('online', online)
    }
  }, [])
}
