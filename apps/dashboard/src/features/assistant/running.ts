import { useSyncExternalStore } from 'react'

import type { ShownResult } from '../../lib/assistant/assistant-state.ts'
import { whenSessionEnds } from '../../lib/session-end.ts'
import { runQuery } from './run-query.ts'

type Wanted = { ref: string; id: string; sql: string }

/** Queries under way, by id: they go on while the panel is closed, and none is run twice. */
const underWay = new Map<string, AbortController>()
const watchers = new Set<() => void>()

const tell = () => {
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

// What somebody ran who has left is nobody else's.
whenSessionEnds(() => {
  for (const controller of underWay.values()) controller.abort()
})

/** A query that can be run, and what to end it with while it is. The id is nobody else's. */
export function useRunning({ ref, id, sql }: Wanted) {
  const controller = useSyncExternalStore(subscribe, () => underWay.get(id))
  const run = async (): Promise<ShownResult | undefined> => {
    if (underWay.has(id)) return undefined
    const own = new AbortController()
    underWay.set(id, own)
    tell()
    const result = await runQuery(ref, sql, own.signal)
    underWay.delete(id)
    tell()
    return result
  }
  return { run, cancel: controller && (() => controller.abort()) }
}
