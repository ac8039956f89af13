import { rowRights } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { useQueryClient } from '@tanstack/react-query'
import { History, Layers } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { useIsOffline } from '../../lib/network/use-is-offline.ts'
import { storage } from '../../lib/storage/storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { unansweredText } from '../../product/row-changes/sent-changes.ts'
import { Button, ToolButton } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'
import { type CellEdit, editsIn, withEdit } from './changes/cell-edits.ts'
import { reachesUnread } from './changes/dependents.ts'
import { nextStep, refusedLast, useClearedSteps } from './changes/undo-steps.ts'
import type { useTable } from './changes/use-table.ts'

const TableChanges = late(async () => (await import('./changes/TableChanges.tsx')).TableChanges)
const HistoryPanel = late(async () => (await import('./history/HistoryPanel.tsx')).HistoryPanel)

type Props = {
  projectRef: string
  table: TableDetail
  view: RowView
  rows: ReturnType<typeof useTable>
}

/** The number of staged edits, and the undo history; with all their keys. */
export function ChangesBar({ projectRef, table, view, rows }: Props) {
  const [open, setOpen] = useOpenPanel(table.id)
  const saveAll = useSaveAll({ projectRef, table, rows, open, setOpen })
  // The right that the routes of the history ask for; they are not in the page's first code.
  const denied = useDenied(rowRights.update, 'see the history')
  useSavingKeys(rows, {
    saveAll,
    showHistory: denied === undefined ? () => setOpen('history') : undefined,
  })
  const { state } = rows.edits.staged
  const { disputed, steps } = rows.undo
  useClearedSteps(steps)

  return (
    <>
      {/* X The bar is wider than a phone, and unsaved changes must be visible. */}
      <div className="flex flex-none items-center gap-2 self-stretch bg-canvas empty:hidden max-tablet:sticky max-tablet:left-0 max-tablet:z-1 max-tablet:-order-1">
        <WaitingButton state={state} onPress={() => setOpen('changes')} />
        <RefusedButton {...{ projectRef, table, view, rows }} />
      </div>
      <WaitSwitch />
      <ToolButton
        icon={History}
        label="History"
        name="History"
        disabledReason={denied}
        onPointerOver={HistoryPanel.prepare}
        onFocus={HistoryPanel.prepare}
        onClick={() => setOpen('history')}
      />
      {open === 'changes' && (
        <TableChanges
          projectRef={projectRef}
          table={table}
          staged={rows.edits.staged}
          onSave={() => void saveAll()}
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
    </>
  )
}

type OpenPanel = 'changes' | 'history' | null

/** The table of the open history: undoing a change of the table there remounts its view. */
let history: { tableId: number } | undefined

function useOpenPanel(tableId: number) {
  const [open, setOpen] = useState<OpenPanel>(history?.tableId === tableId ? 'history' : null)
  useEffect(() => {
    if (open !== 'history') return undefined
    const here = { tableId }
    history = here
    return () => {
      // The view that follows at once has its own by then.
      setTimeout(() => {
        if (history === here) history = undefined
      })
    }
  }, [open, tableId])
  return [open, setOpen] as const
}

type SavingProps = Pick<Props, 'projectRef' | 'table' | 'rows'> & {
  open: OpenPanel
  setOpen: (open: OpenPanel) => void
}

/** Saves staged changes; when cascades reach unseen rows, the panel shows them first. */
function useSaveAll({ projectRef, table, rows, open, setOpen }: SavingProps) {
  const client = useQueryClient()
  const isReadingSchema = useRef(false)
  const { queue, actions } = rows.edits.staged
  return async () => {
    if (queue === undefined || isReadingSchema.current) return
    isReadingSchema.current = true
    const isShown = open === 'changes'
    const isUnread = await reachesUnread(client, { projectRef, table, queue, isShown })
    isReadingSchema.current = false
    if (isUnread) return setOpen('changes')
    await (await actions()).save()
    const { rows: remaining, sent } = queue.get()
    if (remaining.length + sent.length === 0) setOpen(null)
  }
}

type WaitingProps = {
  state: Props['rows']['edits']['staged']['state']
  onPress: () => void
}

function WaitingButton({ state, onPress }: WaitingProps) {
  const isOffline = useIsOffline()
  const count = state?.rows.length ?? 0
  const isUnknown = state?.status === 'unknown'
  if (count === 0 && !isUnknown) return null
  const isWrong = isUnknown || state?.isSignedOut === true || (state?.problems.size ?? 0) > 0
  return (
    <Button
      variant={isWrong ? 'danger' : 'primary'}
      onPointerOver={TableChanges.prepare}
      onFocus={TableChanges.prepare}
      onClick={onPress}
    >
      {plural(count, 'change')}
      {state?.isSignedOut === true && ', signed out'}
      {isOffline && ', offline'}
    </Button>
  )
}

const failedEdits = ({ edits }: Props['rows']) =>
  editsIn(edits.refused).filter(({ state }) => state === 'failed')

/** Counts the refused edits; each click goes to the cell of another one. */
function RefusedButton(props: Props) {
  const [shown, setShown] = useState(0)
  const edits = failedEdits(props.rows)
  const edit = edits[shown % edits.length]
  if (edit === undefined) return null
  async function show(refused: CellEdit) {
    setShown(shown + 1)
    const { showEdit } = await import('./changes/show-edit.ts')
    await showEdit(props, refused)
  }
  return (
    <Button
      variant="danger"
      onClick={() => void show(edit).catch(({ message }: Error) => notify.error(message))}
    >
      {`${edits.length} unsaved`}
    </Button>
  )
}

/** Whether edits are saved at once; stored in this browser. */
function WaitSwitch() {
  const [waits, setWaits] = useSetting(storage.queuesEdits)
  const denied = useDenied(rowRights.update, 'edit rows')
  return (
    <ToolButton
      icon={Layers}
      label="Stage edits and save them together"
      name="Collect"
      isRare
      aria-pressed={waits}
      className={waits ? 'text-accent!' : ''}
      disabledReason={denied}
      onClick={() => {
        setWaits(!waits)
        notify.info(waits ? 'Edits are now saved immediately' : modeText)
      }}
    />
  )
}

const modeText = 'Edits are now staged until you save them'

type Ways = {
  saveAll: () => Promise<void>
  showHistory: (() => void) | undefined
}

/** The keys of saving and undoing, and asking again when the network is back. */
function useSavingKeys(rows: Props['rows'], { saveAll, showHistory }: Ways) {
  const { queue, state, actions } = rows.edits.staged
  const hasRows = (state?.rows.length ?? 0) > 0
  useShortcut(
    { keys: 'mod+s', label: 'Save all changes', group: 'Table', run: () => void saveAll() },
    hasRows,
  )
  const step = useEffectEvent((event: KeyboardEvent) => {
    if (!isUndoKey(event) || queue === undefined) return
    event.preventDefault()
    const isRedo = event.shiftKey || event.key === 'y'
    const refused = isRedo ? undefined : refusedLast(failedEdits(rows), rows.undo, queue)
    if (refused !== undefined) return takeBack(rows, refused)
    const next = nextStep(rows.undo, queue, isRedo)
    if (next === 'waiting') {
      if (!(isRedo ? queue.redo() : queue.undo())) notify.error(unansweredText)
      return undefined
    }
    if (next === 'stored') return void rows.undo.stepBack(isRedo)
    const nothing = `Nothing to ${isRedo ? 'redo' : 'undo'}`
    if (showHistory === undefined) return notify.info(nothing)
    notify.info(nothing + elsewhere, { label: 'History', run: showHistory })
  })
  const askAgain = useEffectEvent(() => {
    if (state?.status === 'unknown') void actions().then((all) => all.save())
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
}

/** A refused edit is removed by one key, and restored by another. */
function takeBack({ edits }: Props['rows'], refused: CellEdit): void {
  void edits.discard(refused)
  notify.info(`Discarded the edit of ${refused.column}`, {
    label: 'Restore',
    run: () => edits.changeRefused((all) => withEdit(all, refused)),
  })
}

/** Changes from before this view was opened, or of the table itself, are in the history. */
const elsewhere = '. For imports, table changes and older edits, open the history'

/** Keys of undo and redo. Within a field they undo typing. */
function isUndoKey(event: KeyboardEvent): boolean {
  const { target } = event
  const isField =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  return (
    !isField &&
    !event.defaultPrevented &&
    (event.metaKey || event.ctrlKey) &&
    /^[zy]$/iu.test(event.key)
  )
}
