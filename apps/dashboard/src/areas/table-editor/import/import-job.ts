import { databaseImports, type ImportState } from '@basalt/contract/database/imports'
import { ApiError } from '@basalt/contract/errors'
import { useSyncExternalStore } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { call } from '../../../lib/network/api.ts'
import { whenSessionEnds } from '../../../lib/session/session-end.ts'
import { importStorage } from '../../../lib/storage/import-storage.ts'

/** An import that this page started; it continues when its panel is closed. */
export type ImportJob = {
  ref: string
  fileName: string
  state: ImportState
  error: Error | null
  /** The response to its file was lost, and its status is being determined. */
  lost?: Lost | undefined
  /** The table over which its report is open, 0 where none is; null while it is closed. */
  openOver: number | null
  /** It is discarded for other settings with the same, already uploaded file. */
  isRevised?: boolean
}

type Lost = {
  /** The error in place of the response. */
  error: Error
  /** Whether the server has not answered since either. */
  isUnknown: boolean
}

/** Polling interval of a running import. */
const askEveryMs = 500

/** Polling interval after a lost response. */
const askAgainMs = 2000

let job: ImportJob | null = null
const watchers = new Set<() => void>()

function change(next: ImportJob | null) {
  job = next
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useImportJob = (ref: string): ImportJob | null => {
  const current = useSyncExternalStore(subscribe, () => job)
  return current?.ref === ref ? current : null
}

export const isOver = ({ status }: ImportState): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled'

type Sent = {
  ref: string
  file: File
  /** The table that is open, 0 where none is. */
  over: number
}

/** Sends the file of a started import; resolves with its status. */
export async function runImport(
  { ref, file, over }: Sent,
  started: ImportState,
): Promise<ImportState | null> {
  change({ ref, fileName: file.name, state: started, error: null, openOver: over })
  // A table that is created with its rows cannot be opened yet.
  const home: Started = { id: started.id, home: started.table.id ?? over }
  importStorage.startedHere(ref).set(JSON.stringify(home))
  const params = { ref, import: started.id }
  const polling = setInterval(() => void ask(params), askEveryMs)
  try {
    return update(await call(databaseImports.send, { params, file }))
  } catch (error) {
    fail(started.id, error instanceof Error ? error : new Error(String(error)))
    return null
  } finally {
    clearInterval(polling)
  }
}

function fail(id: string, error: Error): void {
  if (job?.state.id !== id || isOver(job.state)) return
  if (isRefusal(error)) change({ ...job, error })
  else {
    change({ ...job, lost: { error, isUnknown: false } })
    void findOut(error)
  }
}

/** Answers about a file that was not taken, or that may have been taken already. */
const unsaid = new Set([404, 408, 409, 499])

/** Whether the server itself reported that it imported nothing. */
const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && error.code >= 400 && error.code < 500 && !unsaid.has(error.code)

/** Whether the server did not answer the status request of the import. */
export const isUnknown = (about: ImportJob | null): boolean => about?.lost?.isUnknown ?? false

/** Polls the status of an import after a lost response, until it is known. */
async function findOut(error: Error): Promise<void> {
  while (job?.lost?.error === error) {
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    await askWhatCame(job)
    const pauseMs = isUnknown(job) ? askAgainMs : askEveryMs
    // oxlint-disable-next-line no-await-in-loop -- the pause between them
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Requests the status of an import once after a lost response. */
export async function askWhatCame({ ref, state, lost }: ImportJob): Promise<void> {
  const next = await whatCame({ ref, import: state.id })
  // Another request may have answered in the meantime.
  if (lost === undefined || job?.lost?.error !== lost.error) return
  const { error } = lost
  if (next === 'unknown') change({ ...job, lost: { error, isUnknown: true } })
  else if (next === 'nothing') change({ ...job, error, lost: undefined })
  else {
    const isOn = next.status === 'reading'
    change({ ...job, state: next, lost: isOn ? { error, isUnknown: false } : undefined })
  }
}

async function whatCame(params: { ref: string; import: string }) {
  try {
    const state = await call(databaseImports.read, { params })
    if (state.status !== 'waiting') return state
    // A file that is still being uploaded must not be imported later.
    const ended = await call(databaseImports.cancel, { params })
    return ended.status === 'cancelled' ? 'nothing' : ended
  } catch (error) {
    return isDeleted(error) ? 'nothing' : 'unknown'
  }
}

async function ask(params: { ref: string; import: string }) {
  const state = await call(databaseImports.read, { params }).catch(() => null)
  // The answer to the file itself may have been faster.
  if (state !== null && job?.state.id === state.id && job.state.status !== 'deciding') {
    if (!isOver(job.state)) update(state)
  }
}

/** Applies the server's state of the import. */
function update(state: ImportState): ImportState {
  if (job?.state.id === state.id) change({ ...job, state })
  return state
}

/**
 * Shows an import that waits for a decision, after a reload. Its report opens by itself over its
 * own table, in the browser tab that started it.
 */
export function adopt(ref: string, state: ImportState): void {
  if (job !== null) return
  const started = readStarted(ref)
  const openOver = started?.id === state.id ? started.home : null
  change({ ref, fileName: 'A file', state, error: null, openOver })
}

/** An import of this browser tab, and the table over which its report opens by itself. */
type Started = { id: string; home: number }

function readStarted(ref: string): Started | null {
  try {
    return JSON.parse(importStorage.startedHere(ref).get() ?? 'null') as Started | null
  } catch {
    return null
  }
}

/** Opens its report over a table, or closes it. */
export function openReport(over: number | null): void {
  if (job !== null) change({ ...job, openOver: over })
}

/** The server does not know the import any more. */
export const isDeleted = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === 'not_found'

/** Refetches the state: another page may have decided, or the server restarted. */
export async function renew({ ref, state }: ImportJob): Promise<void> {
  try {
    update(await call(databaseImports.read, { params: { ref, import: state.id } }))
  } catch (error) {
    if (!isDeleted(error)) throw error
    removeJob()
    notify.info(error.message)
  }
}

/** Applies the result of a decision; a refused one may have been made elsewhere. */
export async function decided(
  about: ImportJob,
  action: Promise<ImportState>,
): Promise<ImportState> {
  try {
    return update(await action)
  } catch (error) {
    await renew(about).catch(() => undefined)
    throw error
  }
}

export const removeJob = (): void => change(null)

// The next person in this browser tab does not see it.
whenSessionEnds(removeJob)

export function decide(what: 'commit' | 'cancel', about: ImportJob): Promise<ImportState> {
  const params = { ref: about.ref, import: about.state.id }
  return decided(about, call(databaseImports[what], { params }))
}

/** Discards an import silently, for the panel in which it started. */
export async function revise(about: ImportJob): Promise<void> {
  change({ ...about, isRevised: true })
  try {
    await decide('cancel', about)
  } catch (error) {
    if (job !== null) change({ ...job, isRevised: false })
    throw error
  }
}
