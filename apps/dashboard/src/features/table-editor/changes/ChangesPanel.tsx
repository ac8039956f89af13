import type { TableDetail } from '@basalt/contract'
import { Redo2, Save, Undo2 } from 'lucide-react'

import { plural } from '../../../lib/format.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { useStagedRows } from '../use-staged-rows.ts'
import type { ChangeQueue, QueueState } from './change-queue.ts'
import { SqlOfRows } from './SqlOfRows.tsx'
import { discarded, nameOf, operationsOf, withCurrent } from './staged-rows.ts'
import { StagedRowCard } from './StagedRowCard.tsx'

type Props = {
  projectRef: string
  table: TableDetail
  staged: ReturnType<typeof useStagedRows>
  onSave: () => void
  onClose: () => void
}

/** More rows than these are counted, not listed. */
const mostListed = 200

/** Everything that waits: what it was, what it will be, and what is in its way. */
export function ChangesPanel({ projectRef, table, staged, onSave, onClose }: Props) {
  const { queue, state } = staged
  if (queue === undefined || state === undefined) return null
  const { rows, status, problems } = state
  const isIdle = status === 'idle'
  const settle = (name: string, current: Parameters<typeof withCurrent>[1]['current']) => {
    queue.change((all) => withCurrent(all, { name, current }, table))
    queue.settle(name)
  }

  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Changes of ${table.name}`}
      description={`${plural(rows.length, 'change')}, saved in one transaction: all or none`}
      onClose={onClose}
      footer={<Footer queue={queue} state={state} onSave={onSave} />}
    >
      <div className="flex flex-col gap-3">
        <QueueNotices state={state} />
        <ul className="flex flex-col gap-2">
          {rows.slice(0, mostListed).map((row) => (
            <StagedRowCard
              key={nameOf(row)}
              table={table}
              row={row}
              problem={problems.get(nameOf(row))}
              disabledReason={isIdle ? undefined : 'A save is under way'}
              onDiscard={() => queue.change((all) => discarded(all, nameOf(row)))}
              onTakeMine={(current) => settle(nameOf(row), current)}
            />
          ))}
        </ul>
        {rows.length > mostListed && (
          <p className="text-ink-soft">{`And ${plural(rows.length - mostListed, 'other')}`}</p>
        )}
        {rows.length > 0 && (
          <SqlOfRows projectRef={projectRef} operations={operationsOf(rows, table)} />
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
        <Notice tone="warn" title="It is not known whether these changes were saved">
          <p>The answer did not arrive. Asking again saves them once, or tells that they are.</p>
        </Notice>
      )}
      {status === 'idle' && failure !== null && (
        <Notice tone="bad" title="Nothing was saved">
          <p>{failure}</p>
        </Notice>
      )}
      {!isKept && (
        <Notice tone="warn" title="This browser has no room to keep them">
          <p>These changes are lost when the page is closed. Save them, or discard some.</p>
        </Notice>
      )}
      {rows.length === 0 && status === 'idle' && <p>No change waits.</p>}
    </>
  )
}

type FooterProps = { queue: ChangeQueue; state: QueueState; onSave: () => void }

function Footer({ queue, state, onSave }: FooterProps) {
  const { status } = state
  return (
    <>
      <IconButton
        icon={Undo2}
        label="Take the last step back"
        keys="mod+z"
        disabledReason={state.canUndo ? undefined : 'Nothing to take back'}
        onClick={() => queue.undo()}
      />
      <IconButton
        icon={Redo2}
        label="Do it again"
        keys="mod+shift+z"
        disabledReason={state.canRedo ? undefined : 'Nothing was taken back'}
        onClick={() => queue.redo()}
      />
      <span className="flex-1" />
      <Button
        size="large"
        disabledReason={status === 'idle' ? undefined : 'A save is under way'}
        onClick={() => queue.change(() => [])}
      >
        Discard all
      </Button>
      <Button
        size="large"
        variant="primary"
        icon={Save}
        isPending={status === 'saving'}
        onClick={onSave}
      >
        {status === 'unknown' ? 'Ask again' : 'Save all'}
      </Button>
    </>
  )
}
