import { databaseImports, type ImportState } from '@basalt/contract/database/imports'
import { databaseTables } from '@basalt/contract/database/tables'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useCan } from '../../lib/access/access.tsx'
import { notify, type Toast } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { formatCount, plural } from '../../lib/format/format.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { importStorage } from '../../lib/storage/import-storage.ts'
import { invalidateRows } from '../../product/invalidate-tables.ts'
import { undoChange } from '../../product/row-changes/undo-change.ts'
import { useTableDeleted } from './history/use-table-deleted.ts'
import { type StoredCorrections, useStoredCorrections } from './import/corrections.ts'
import {
  adopt,
  removeJob,
  type ImportJob,
  isDeleted,
  isOver,
  openReport,
  useImportJob,
} from './import/import-job.ts'
import {
  closeImport,
  type ImportRequest,
  refreshRows,
  requestImport,
  useImportRequest,
} from './import/import-request.ts'
import { ImportPanel } from './import/ImportPanel.tsx'
import { ImportReport } from './import/ImportReport.tsx'
import { giveToRows } from './tables/rows-focus.ts'

type Props = { projectRef: string; tableId: number | undefined }

/** The import panel, and the progress of a running import. */
export function ImportHost({ projectRef, tableId }: Props) {
  const over = tableId ?? 0
  const request = useImportRequest()
  const job = useImportJob(projectRef)
  useForgetting(projectRef, job, useWaitingImport(projectRef, { over, request, job }))
  useRepeatedRequest(request, job !== null, over)
  useEnd(job, useTableDeleted(projectRef))
  if (job !== null && !isWell(job)) return <ImportReport {...{ job, over }} />
  if (request === null) return null
  return <ImportPanel {...{ projectRef, request, over }} />
}

/** One at a time: a new request shows the running import. */
function useRepeatedRequest(request: ImportRequest | null, isRunning: boolean, over: number) {
  const seen = useRef({ request, isRunning })
  useEffect(() => {
    const before = seen.current
    seen.current = { request, isRunning }
    if (before.request === request || request === null || !isRunning) return
    // A file that arrived together with the import is a separate request.
    if (!before.isRunning) return
    openReport(over)
    if (request.file !== undefined) notify.info(laterText)
    // The panel keeps its state for when it is opened again.
    seen.current = before
    if (before.request === null) closeImport()
    else requestImport(before.request)
  }, [request, isRunning, over])
}

const laterText = 'An import is already running. Add this file again when it has finished'

const isWell = ({ state }: ImportJob) => state.status === 'done' || state.status === 'cancelled'

type Here = { over: number; request: ImportRequest | null; job: ImportJob | null }

/**
 * An import that waits for a decision is found again after a reload, that of the open table before
 * others; requesting an import shows it. A file chosen in the meantime takes precedence, or it
 * would be lost.
 */
function useWaitingImport(ref: string, { over, request, job }: Here) {
  const canImport = useCan(databaseImports.list)
  const { data } = useQuery({
    ...query(databaseImports.list, { params: { ref } }),
    enabled: canImport,
  })
  const isFree = job === null && request?.file === undefined
  const onFound = useEffectEvent((state: ImportState) => {
    adopt(ref, state)
    if (request === null) return
    openReport(over)
    closeImport()
  })
  useEffect(() => {
    const waiting = data?.filter(({ status }) => status === 'deciding') ?? []
    const next = waiting.find(({ table }) => table.id === over) ?? waiting.at(-1)
    if (next === undefined || !isFree) return undefined
    let isCurrent = true
    // The list may be from before the decision.
    void call(databaseImports.read, { params: { ref, import: next.id } })
      .then((state) => isCurrent && state.status === 'deciding' && onFound(state))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [data, ref, isFree, over])
  return data
}

/** Corrections for an import that ended, or was lost with the server, are deleted. */
function useForgetting(ref: string, job: ImportJob | null, waiting: ImportState[] | undefined) {
  const stored = useStoredCorrections(ref)
  useEffect(() => {
    if (job === null || !isOver(job.state)) return
    stored.forget(job.state.id)
    importStorage.startedHere(ref).remove()
  }, [job, stored, ref])
  useEffect(() => {
    const others = stored.imports().filter((id) => waiting?.every((one) => one.id !== id))
    for (const id of others) void removeIfFinished(stored, { ref, id })
  }, [waiting, stored, ref])
}

/** The list may be from before it started. */
async function removeIfFinished(
  stored: StoredCorrections,
  { ref, id }: { ref: string; id: string },
) {
  try {
    const state = await call(databaseImports.read, { params: { ref, import: id } })
    if (isOver(state)) stored.forget(id)
  } catch (error) {
    if (isDeleted(error)) stored.forget(id)
  }
}

/** Reports the end of an import and shows its rows. */
function useEnd(job: ImportJob | null, notifyDeleted: ReturnType<typeof useTableDeleted>) {
  const client = useQueryClient()
  const go = useGo()
  const onTableDeleted = useEffectEvent(notifyDeleted)
  const reported = useRef<string | null>(null)
  useEffect(() => {
    if (job === null || !isWell(job) || reported.current === job.state.id) return
    const { ref, state } = job
    reported.current = state.id
    removeJob()
    // Another one may wait.
    void invalidate(client, databaseImports.list)
    if (job.isRevised === true && state.status === 'cancelled') return
    closeImport()
    if (state.status === 'cancelled') {
      if (state.error === null) notify.info('The import was cancelled. Nothing was imported.')
      else notify.error(state.error)
      return
    }
    const show = () => {
      if (state.table.id !== null) go(paths.table(ref, state.table.id))
    }
    // A user who has moved on is not navigated: typing would reach another table.
    const isWatched = job.openOver !== null
    const undo = async () => {
      const id = state.history_id ?? ''
      const outcome = await undoChange(client, {
        ref,
        id,
        onTableDeleted: (table) => onTableDeleted(table),
      })
      if (outcome === 'table deleted') return
      if (outcome === 'disputed') {
        notify.error(
          `Some rows have changed since. Undo the others in the history of ${state.table.name}`,
        )
      }
      refreshRows(state.table.id)
    }
    void invalidateRows(client)
    void invalidate(client, databaseTables.list)
    void invalidate(client, databaseTables.detail)
    const isShown = refreshRows(state.table.id)
    if (!isShown && isWatched) {
      giveToRows()
      show()
    }
    announceDone(state, isShown || isWatched ? getUndo(state, undo) : { label: 'Show', run: show })
  }, [job, client, go])
}

function announceDone(
  { inserted, updated, rejected, table }: ImportState,
  action: Toast['action'],
) {
  const parts = [
    `${plural(inserted, 'row')} imported into ${table.name}`,
    ...(updated > 0 ? [`${formatCount(updated)} updated`] : []),
    ...(rejected > 0 ? [`${formatCount(rejected)} skipped`] : []),
  ]
  notify.success(parts.join(', '), action)
}

/** More rows are undone in the history, which shows how far it is. */
const maxToUndo = 50_000

const getUndo = ({ inserted, updated, history_id: id }: ImportState, undo: () => Promise<void>) =>
  id !== null && updated === 0 && inserted <= maxToUndo
    ? { label: 'Undo', run: () => void undo(), undoes: id }
    : undefined
