import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { RangeParams } from '../model/log-view.ts'
import { mergeRows } from '../model/row-order.ts'
import { cancelRows, isShortPage, rowPagesQuery } from './queries.ts'
import { useLiveTail } from './use-live-tail.ts'

/** More rows make the browser slow; a narrower range or a download has them. */
const maxRows = 100_000

type Options = { projectRef: string; params: RangeParams; isLive: boolean }

/** Pages of rows as far as they were read, with new rows of the live tail. */
export function useLogRows({ projectRef, params, isLive }: Options) {
  const client = useQueryClient()
  const log = useInfiniteQuery(rowPagesQuery(projectRef, params))
  const [isAtTop, setIsAtTop] = useState(true)
  // Of the view whose search was stopped; another view searches again.
  const [stoppedKey, setStoppedKey] = useState<string>()
  const key = JSON.stringify(params)
  const isStopped = stoppedKey === key
  const pages = log.data?.pages
  const loaded = useMemo(() => pages?.flatMap(({ rows }) => rows), [pages])
  const tail = useLiveTail({
    projectRef,
    params,
    isOn: isLive,
    loaded: log.isPlaceholderData ? undefined : loaded,
    isAtTop,
  })
  const rows = useMemo(
    () => (loaded === undefined ? undefined : mergeRows(tail.rows, loaded)),
    [tail.rows, loaded],
  )
  const isFull = (rows?.length ?? 0) >= maxRows
  const canReadOn = log.hasNextPage && !log.isFetching && log.error === null && !isFull
  return {
    rows,
    tail,
    error: log.error,
    isFirstLoading: log.isPending,
    isReplaced: log.isPlaceholderData,
    isReading: log.isFetchingNextPage,
    hasMore: log.hasNextPage,
    isFull,
    isStopped,
    /** Everything from this time on was read; undefined while pages are full. */
    searchedBackTo: pages !== undefined && isShortPage(pages) ? pages.at(-1)?.read_from : undefined,
    retry: () => void (log.isFetchNextPageError ? log.fetchNextPage() : log.refetch()),
    setIsAtTop: (isNow: boolean) => {
      setIsAtTop(isNow)
      if (isNow && tail.heldCount > 0) tail.release()
    },
    /** Reads the next page, unless the user has stopped the search. */
    readOn: canReadOn && !isStopped ? () => void log.fetchNextPage() : undefined,
    stop: () => {
      setStoppedKey(key)
      void cancelRows(client, projectRef, params)
    },
    resume: () => {
      setStoppedKey(undefined)
      void log.fetchNextPage()
    },
  }
}

export type LogRowsState = ReturnType<typeof useLogRows>
