import { useSyncExternalStore } from 'react'

import type { StatementResult } from './run-model.ts'

export type PinnedResult = {
  id: string
  projectRef: string
  /** A plan is compared with plans only. */
  kind: 'rows' | 'plan'
  /** Its time and its origin. */
  label: string
  statement: string | undefined
  result: StatementResult
}

/** Users lose track of more, and their rows stay in memory. */
const maxPinned = 3

let pinned: readonly PinnedResult[] = []
const watchers = new Set<() => void>()

function change(next: readonly PinnedResult[]) {
  pinned = next
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

const usePinned = (projectRef: string, kind: PinnedResult['kind']) =>
  useSyncExternalStore(subscribe, () => pinned).filter(
    (one) => one.projectRef === projectRef && one.kind === kind,
  )

/** Results that stay when the next run arrives, as long as the page is open. */
export const usePinnedResults = (projectRef: string): readonly PinnedResult[] =>
  usePinned(projectRef, 'rows')

export const usePinnedPlans = (projectRef: string): readonly PinnedResult[] =>
  usePinned(projectRef, 'plan')

/** The oldest one is removed when there are too many. */
export const pinResult = (result: PinnedResult): void =>
  change([...pinned.filter(({ id }) => id !== result.id), result].slice(-maxPinned))

/** The next user must not see them. */
export const removePinned = (): void => change([])

export const unpinResult = (id: string): void => change(pinned.filter((one) => one.id !== id))

/** When it was pinned, as the same statement may be run again. */
export const labelNow = (text: string): string =>
  `${new Date().toLocaleTimeString()} ${text.trim().replaceAll(/\s+/gu, ' ').slice(0, 60)}`
