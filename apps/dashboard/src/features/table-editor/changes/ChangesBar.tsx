import { rowRights, type TableDetail } from '@basalt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { History, Layers } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import { plural } from '../../../lib/format.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { storage } from '../../../lib/storage.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { notify } from '../../../ui/toast.ts'
import type { useTable } from '../use-table.ts'
import { saveQueue } from './save-queue.ts'

const loadPanel = () => import('./ChangesPanel.tsx')
const ChangesPanel = lazy(async () => ({ default: (await loadPanel()).ChangesPanel }))
const loadHistory = () => import('../history/HistoryPanel.tsx')
const HistoryPanel = lazy(async () => ({ default: (await loadHistory()).HistoryPanel }))

type Props = {
  projectRef: string
  table: TableDetail
  rows: ReturnType<typeof useTable>
}

/** Whether edits wait, how many do, and what was changed before; with the keys for it all. */
export function ChangesBar({ projectRef, table, rows }: Props) {
  const [open, setOpen] = useState<'changes' | 'history' | null>(null)
  const save = useSaving({ table, rows })
  const { state } = rows.edits.staged
  const count = state?.rows.length ?? 0
  const isUnknown = state?.status === 'unknown'
  const { disputed } = rows.undo

  return (
    <>
      {(count > 0 || isUnknown) && (
        <Button
          variant={isUnknown || (state?.problems.size ?? 0) > 0 ? 'danger' : 'primary'}
          onPointerOver={() => void loadPanel()}
          onFocus={() => void loadPanel()}
          onClick={() => setOpen('changes')}
        >
          {plural(count, 'change')}
        </Button>
      )}
      <WaitSwitch />
      <IconButton
        icon={History}
        label="History"
        onPointerOver={() => void loadHistory()}
        onFocus={() => void loadHistory()}
        onClick={() => setOpen('history')}
      />
      <Suspense>
        {open === 'changes' && (
          <ChangesPanel
            projectRef={projectRef}
            table={table}
            staged={rows.edits.staged}
            onSave={save}
            onClose={() => setOpen(null)}
          />
        )}
        {(open === 'history' || disputed !== null) && (
          <HistoryPanel
            projectRef={projectRef}
            table={table}
            disputed={disputed}
            onUndone={() => rows.store.reread()}
            onClose={() => {
              rows.undo.settle()
              setOpen(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Whether edits go at once; kept for whoever uses this browser. */
function WaitSwitch() {
  const [waits, setWaits] = useSetting(storage.queuesEdits)
  const denied = useDenied(rowRights.update, 'edit rows')
  return (
    <IconButton
      icon={Layers}
      label="Collect edits and save them together"
      aria-pressed={waits}
      className={waits ? 'text-accent!' : ''}
      disabledReason={denied}
      onClick={() => {
        setWaits(!waits)
        notify.info(waits ? 'Edits are saved at once from now on' : modeText)
      }}
    />
  )
}

const modeText = 'Edits wait from now on until you save them together'

/** The keys of saving and undoing, and asking again when the network is back. */
function useSaving({ table, rows }: Pick<Props, 'table' | 'rows'>) {
  const client = useQueryClient()
  const { staged } = rows.edits
  const { queue, state } = staged
  const save = useEffectEvent(async () => {
    if (queue === undefined) return
    await saveQueue(client, { queue, table, onSaved: rows.undo.say })
    rows.store.reread()
  })
  const hasRows = (state?.rows.length ?? 0) > 0
  useShortcut(
    { keys: 'mod+s', label: 'Save all changes', group: 'Table', run: () => void save() },
    hasRows,
  )
  const step = useEffectEvent((event: KeyboardEvent) => {
    if (!isUndoKey(event) || queue === undefined) return
    const isRedo = event.shiftKey
    const isDone = isRedo ? queue.redo() : queue.undo() || (!hasRows && rows.undo.undoLast())
    if (isDone) event.preventDefault()
  })
  const askAgain = useEffectEvent(() => {
    if (state?.status === 'unknown') void save()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => step(event)
    const onOnline = () => askAgain()
    document.addEventListener('keydown', onKey)
    globalThis.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('keydown', onKey)
      globalThis.removeEventListener('online', onOnline)
    }
  }, [])
  return () => void save()
}

/** In a field the keys undo what was typed there. */
function isUndoKey(event: KeyboardEvent): boolean {
  const { target } = event
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  return (
    !isField &&
    !event.defaultPrevented &&
    (event.metaKey || event.ctrlKey) &&
    event.key.toLowerCase() === 'z'
  )
}
