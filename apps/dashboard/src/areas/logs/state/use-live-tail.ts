import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import type { RangeParams } from '../model/log-view.ts'
import { mergeRows } from '../model/row-order.ts'
import { readSince } from './queries.ts'

const pollMs = 700
const retryMs = 5000
/** Rows that arrive late are found for so long. */
const overlapMs = 10_000
/** The clock of the browser may be behind. */
const aheadMs = 60_000
const maxPages = 4
const maxRows = 20_000

type Tail = {
  /** Names the view that the rows belong to. */
  key: string
  shown: readonly LogRowEntry[]
  /** Rows that wait until the list is at its top again. */
  held: readonly LogRowEntry[]
  /** More rows arrived at once than are read. */
  isIncomplete: boolean
}

type Options = {
  projectRef: string
  params: RangeParams
  isOn: boolean
  /** Loaded rows, the newest first; undefined while they are loading. */
  loaded: readonly LogRowEntry[] | undefined
  /** The list is at its top, where new rows appear. */
  isAtTop: boolean
}

const isPageVisible = () => document.visibilityState !== 'hidden'

function watchVisibility(watcher: () => void) {
  document.addEventListener('visibilitychange', watcher)
  return () => document.removeEventListener('visibilitychange', watcher)
}

/** New rows of a range that ends now. Nothing is read while the tab is hidden. */
export function useLiveTail({ projectRef, params, isOn, loaded, isAtTop }: Options) {
  const key = JSON.stringify(params)
  const [state, setState] = useState<Tail>()
  const [failure, setFailure] = useState<Error>()
  const tail = state?.key === key ? state : emptyTail(key)
  const isVisible = useSyncExternalStore(watchVisibility, isPageVisible)
  const isFull = tail.shown.length + tail.held.length >= maxRows
  const isPolling = isOn && isVisible && !isFull && loaded !== undefined

  const poll = useEffectEvent(async (signal: AbortSignal) => {
    const newest = [tail.held[0], tail.shown[0], loaded?.[0]].find((row) => row !== undefined)
    const since = new Date(Date.parse(newest?.at ?? params.to) - overlapMs).toISOString()
    const read = await readNew(projectRef, { ...params, from: since }, signal)
    const known = listIds(since, [tail.held, tail.shown, loaded ?? []])
    const fresh = read.rows.filter(({ id }) => !known.has(id))
    if (fresh.length === 0 && !read.isIncomplete) return
    const held = mergeRows(fresh, tail.held)
    setState({
      key,
      ...(isAtTop ? { shown: mergeRows(held, tail.shown), held: [] } : { shown: tail.shown, held }),
      isIncomplete: tail.isIncomplete || read.isIncomplete,
    })
  })

  useEffect(() => {
    if (!isPolling) return undefined
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      let delay = pollMs
      try {
        await poll(controller.signal)
        setFailure(undefined)
      } catch (error) {
        if (controller.signal.aborted) return
        setFailure(error as Error)
        delay = retryMs
      }
      if (!controller.signal.aborted) timer = setTimeout(() => void run(), delay)
    }
    void run()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [isPolling])

  return {
    rows: tail.shown,
    heldCount: tail.held.length,
    isIncomplete: tail.isIncomplete,
    isFull,
    failure: isOn ? failure : undefined,
    release: () => setState({ ...tail, shown: mergeRows(tail.held, tail.shown), held: [] }),
  }
}

const emptyTail = (key: string): Tail => ({ key, shown: [], held: [], isIncomplete: false })

async function readNew(projectRef: string, range: RangeParams, signal: AbortSignal) {
  const params = { ...range, to: new Date(Date.now() + aheadMs).toISOString() }
  const rows: LogRowEntry[] = []
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const read = await readSince(projectRef, params, { cursor, signal })
    rows.push(...read.rows)
    cursor = read.next_cursor
    if (cursor === null) break
  }
  return { rows, isIncomplete: cursor !== null }
}

/** The ids of known rows that may be read again. */
function listIds(since: string, lists: readonly (readonly LogRowEntry[])[]): Set<string> {
  const ids = new Set<string>()
  for (const rows of lists) {
    for (const { id, at } of rows) {
      if (at < since) break
      ids.add(id)
    }
  }
  return ids
}
