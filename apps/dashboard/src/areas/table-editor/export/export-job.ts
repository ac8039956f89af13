import { buildPath } from '@basalt/contract/client'
import { databaseRowExports, type RowExportState } from '@basalt/contract/database/row-export'
import type { SentTo } from '@basalt/contract/route'
import { useSyncExternalStore } from 'react'

import { call } from '../../../lib/network/api.ts'

/** A running download; it continues when its table is closed. */
export type ExportJob = {
  ref: string
  tableName: string
  /** About how many rows there will be, where that is known. */
  expected: number | null
  /** False when values were escaped. */
  isExact: boolean
  state: RowExportState
}

type Target = {
  ref: string
  table: { id: number; name: string }
  body: SentTo<typeof databaseRowExports.prepare>['body']
  expected: number | null
}

const askEveryMs = 400

let jobs: readonly ExportJob[] = []
const watchers = new Set<() => void>()

function change(next: readonly ExportJob[]) {
  jobs = next
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useExportJobs = () => useSyncExternalStore(subscribe, () => jobs)

/** Lets the browser download the file: it is streamed to the disk, for any size. */
export async function beginExport({ ref, table, body, expected }: Target): Promise<void> {
  const state = await call(databaseRowExports.prepare, { params: { ref, id: table.id }, body })
  const link = document.createElement('a')
  link.href = buildPath(databaseRowExports.file, { ref, export: state.id })
  link.download = ''
  link.click()
  const isExact = body.harmless !== true
  change([...jobs, { ref, tableName: table.name, expected, isExact, state }])
}

/** Resolves with the result of an export; null when the server does not know it any more. */
export async function followExport({ ref, state: { id } }: ExportJob): Promise<ExportJob | null> {
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, askEveryMs)
    })
    const state = await call(databaseRowExports.read, { params: { ref, export: id } }).catch(
      () => null,
    )
    const job = jobs.find((one) => one.state.id === id)
    if (state === null || job === undefined) return discard(id)
    if (state.status !== 'waiting' && state.status !== 'sending') {
      discard(id)
      return { ...job, state }
    }
    change(jobs.map((one) => (one.state.id === id ? { ...one, state } : one)))
  }
}

function discard(id: string): null {
  change(jobs.filter((one) => one.state.id !== id))
  return null
}

export const cancelExport = ({ ref, state }: ExportJob) =>
  call(databaseRowExports.cancel, { params: { ref, export: state.id } })
