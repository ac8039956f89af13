import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { useSyncExternalStore } from 'react'

import type { ChosenRows } from '../rows/chosen-rows.ts'

/** The requested rows, and the origin of the request. */
export type ExportRequest = {
  projectRef: string
  table: TableDetail
  view: RowView
  chosen: Pick<ChosenRows, 'keys' | 'count' | 'isWhole' | 'indexes' | 'placeOf'>
}

/** `null` after it was closed: an export may go on. */
let request: ExportRequest | null | undefined
const watchers = new Set<() => void>()

export function requestExport(target: ExportRequest | null): void {
  request = target
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** `undefined` until the first export of this visit. */
export const useExportRequest = () => useSyncExternalStore(subscribe, () => request)
