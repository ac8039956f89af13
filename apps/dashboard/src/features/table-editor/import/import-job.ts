import { databaseImports, type ImportState } from '@basalt/contract'
import { useSyncExternalStore } from 'react'

import { call } from '../../../lib/api.ts'

/** An import that this page began; it goes on while its panel is closed. */
export type ImportJob = {
  ref: string
  fileName: string
  state: ImportState
  error: Error | null
}

/** How often a running import is asked how far it is. */
const askEveryMs = 500

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

const isOver = ({ status }: ImportState): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled'

/** Sends the file of an import that was begun; resolves with how it stands then. */
export async function runImport(
  { ref, file }: { ref: string; file: File },
  begun: ImportState,
): Promise<ImportState | null> {
  change({ ref, fileName: file.name, state: begun, error: null })
  const params = { ref, import: begun.id }
  const asking = setInterval(() => void ask(params), askEveryMs)
  try {
    return update(await call(databaseImports.send, { params, file }))
  } catch (error) {
    if (job?.state.id === begun.id && !isOver(job.state)) {
      change({ ...job, error: error instanceof Error ? error : new Error(String(error)) })
    }
    return null
  } finally {
    clearInterval(asking)
  }
}

async function ask(params: { ref: string; import: string }) {
  const state = await call(databaseImports.read, { params }).catch(() => null)
  // The answer to the file itself may have been faster.
  if (state !== null && job?.state.id === state.id && job.state.status !== 'deciding') {
    if (!isOver(job.state)) update(state)
  }
}

/** Takes up what the server says about the import. */
export function update(state: ImportState): ImportState {
  if (job?.state.id === state.id) change({ ...job, state })
  return state
}

/** Takes up an import that waits for a decision, after the page was loaded again. */
export function adopt(ref: string, state: ImportState): void {
  if (job === null) change({ ref, fileName: 'A file', state, error: null })
}

export const forgetJob = (): void => change(null)

export const decide = async (
  what: 'commit' | 'cancel',
  { ref, state }: ImportJob,
): Promise<ImportState> =>
  update(await call(databaseImports[what], { params: { ref, import: state.id } }))
