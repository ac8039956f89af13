import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'
import { Redo2, Save, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { intoView } from '../../ui/into-view.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { ChangeQueue, QueueState } from './change-queue.ts'
import { sentCells, unansweredText } from './sent-changes.ts'
import { signInAgain } from './sign-in-again.ts'
import { SqlOfRows } from './SqlOfRows.tsx'
import {
  discarded,
  getName,
  type StagedRow,
  type StagedRows,
  type Values,
  withCurrent,
} from './staged-rows.ts'
import { StagedRowCard } from './StagedRowCard.tsx'
import { takeTheirs } from './use-theirs.ts'

type Props = {
  projectRef: string
  title: string
  /** Of which table a row is; undefined while that is not known. */
  getTable: (row: StagedRow) => TableDetail | undefined
  queue: ChangeQueue
  state: QueueState
  listOperations: (rows: StagedRows) => RowOperation[]
  /** Whether the SQL is expanded initially. */
  isSqlShown?: boolean | undefined
  /** Further effects of saving. */
  note?: ReactNode
  onSave: () => void
  onClose: () => void
}

/** More rows than these are counted, not listed. */
const maxListed = 200

/** All staged changes: the former and the new values, and what blocks them. */
export function ChangesPanel({ projectRef, title, getTable, queue, state, ...props }: Props) {
  const { rows, sent, problems } = state
  const unanswered = sentCells(sent)
  // Rows with a problem are listed at any position.
  const listed = rows.filter((row, at) => at < maxListed || problems.has(getName(row)))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (problems.size > 0) intoView(list.current?.querySelector('[role="alert"]') ?? null)
  }, [problems])
  const settle = (row: StagedRow, current: Values) => {
    const [name, table] = [getName(row), getTable(row)]
    if (table === undefined) return
    queue.change((all) => withCurrent(all, { name, current }, table))
    queue.settle(name)
  }

  const drop = (row: StagedRow) => queue.change((all) => discarded(all, getName(row)))
  const yieldTo = (row: StagedRow) => {
    const table = getTable(row)
    if (table === undefined) drop(row)
    else takeTheirs(queue, { name: getName(row) }, table)
  }

  return (
    <Dialog
      isOpen
      kind="panel"
      title={title}
      description={`${plural(rows.length, 'change')}, saved in one transaction: all or none`}
      onClose={props.onClose}
      footer={<Footer queue={queue} state={state} onSave={props.onSave} />}
    >
      <div className="flex flex-col gap-3">
        <QueueNotices state={state} />
        {props.note}
        <ul ref={list} className="flex flex-col gap-2">
          {listed.map((row) => (
            <StagedRowCard
              key={getName(row)}
              table={getTable(row)}
              row={row}
              problem={problems.get(getName(row))}
              disabledReason={unanswered.has(getName(row)) ? unansweredText : undefined}
              onDiscard={() => drop(row)}
              onTakeTheirs={() => yieldTo(row)}
              onTakeMine={(current) => settle(row, current)}
            />
          ))}
        </ul>
        {rows.length > listed.length && (
          <p className="text-ink-soft">{`And ${plural(rows.length - listed.length, 'other')}`}</p>
        )}
        {rows.length > 0 && (
          <SqlOfRows
            projectRef={projectRef}
            operations={props.listOperations(rows)}
            isShown={props.isSqlShown}
          />
        )}
      </div>
    </Dialog>
  )
}

function QueueNotices({ state }: { state: QueueState }) {
  const { status, failure, isKept, rows } = state
  return (
    <>
      {status === 'unknown' && (
        <Notice tone="warn" title="Save status unknown">
          <p>
            The server did not respond. Check again: the changes are saved only once. If you discard
            them, they may still have been saved.
          </p>
        </Notice>
      )}
      {failure !== null && (status === 'idle' || state.isSignedOut) && (
        <Notice tone="bad" title={state.isSignedOut ? 'You are signed out' : 'Nothing was saved'}>
          <p>{state.isSignedOut ? 'These changes are kept in this browser.' : failure}</p>
          {state.isSignedOut && (
            <Button size="small" className="mt-2" onClick={signInAgain.run}>
              {signInAgain.label}
            </Button>
          )}
        </Notice>
      )}
      {!isKept && (
        <Notice tone="warn" title="Browser storage is full">
          <p>These changes are lost when you close the page. Save them, or discard some.</p>
        </Notice>
      )}
      {rows.length === 0 && status === 'idle' && (
        <p className="text-ink-soft">
          {state.canUndo ? 'No staged changes. You can undo the last step.' : 'No staged changes.'}
        </p>
      )}
    </>
  )
}

/** Undoing a step that was sent would conflict with its saved state. */
function announceUnlessDone(isDone: boolean): void {
  if (!isDone) notify.error(unansweredText)
}

type FooterProps = { queue: ChangeQueue; state: QueueState; onSave: () => void }

function Footer({ queue, state, onSave }: FooterProps) {
  const { status } = state
  const nothing = state.rows.length + state.sent.length === 0 ? 'No staged changes' : undefined
  return (
    <>
      <IconButton
        icon={Undo2}
        label="Undo"
        keys="mod+z"
        disabledReason={state.canUndo ? undefined : 'Nothing to undo'}
        onClick={() => announceUnlessDone(queue.undo())}
      />
      <IconButton
        icon={Redo2}
        label="Redo"
        keys="mod+shift+z"
        disabledReason={state.canRedo ? undefined : 'Nothing to redo'}
        onClick={() => announceUnlessDone(queue.redo())}
      />
      <span className="flex-1" />
      <Button
        size="large"
        disabledReason={status === 'saving' ? 'A save is in progress' : nothing}
        onClick={() => (status === 'idle' ? queue.change(() => []) : queue.forget())}
      >
        Discard all
      </Button>
      <Button
        size="large"
        variant="primary"
        icon={Save}
        isPending={status === 'saving'}
        disabledReason={nothing}
        onClick={onSave}
      >
        {status === 'unknown' ? 'Check again' : 'Save all'}
      </Button>
    </>
  )
}
