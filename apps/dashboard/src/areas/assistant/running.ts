import type { AssistantQueryResult } from '@basalt/contract/project/assistant'
import { useSyncExternalStore } from 'react'

import { createPending } from './pending-work.ts'
import { runQuery } from './run-query.ts'

type Target = { ref: string; id: string; sql: string }

const running = createPending<{ controller: AbortController }>()

/** A query that can be run, and cancelled. The id is unique. */
export function useRunning({ ref, id, sql }: Target) {
  const isRunning = useSyncExternalStore(running.subscribe, () => running.of(id) !== undefined)
  const run = async (): Promise<AssistantQueryResult | undefined> => {
    if (running.of(id) !== undefined) return undefined
    const controller = new AbortController()
    running.set(id, { controller })
    const result = await runQuery(ref, sql, controller.signal)
    running.end(id)
    return result
  }
  return { run, cancel: isRunning ? () => running.stop(id) : undefined }
}
