import type { ChangeStatement } from '@basalt/contract/database/change-statements'
import { keepPreviousData, type QueryKey, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Fault, Previewed } from './previewed.ts'

/** Debounce of the preview. */
const pauseMs = 400

type PreviewQuery = {
  queryKey: QueryKey
  queryFn?: unknown
}

type Answer = {
  statements: ChangeStatement[]
  warnings?: string[]
  fault?: Fault
  is_job?: boolean
}

/**
 * The SQL of a change, requested once the change has rested for a moment. `makeQuery` gets the
 * change; null stands for no change.
 */
export function usePreview<Change>(
  change: Change | null,
  makeQuery: (change: Change) => PreviewQuery,
): Previewed {
  const text = JSON.stringify(change)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const requested = JSON.parse(settled) as Change | null
  const { data, error, isPending, isPlaceholderData } = useQuery<Answer>({
    ...((requested === null
      ? { queryKey: ['no change'], queryFn: skipToken }
      : makeQuery(requested)) as {
      queryKey: QueryKey
      queryFn: () => Promise<Answer>
    }),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return {
    statements: (requested === null ? undefined : data?.statements) ?? [],
    warnings: (requested === null ? undefined : data?.warnings) ?? [],
    // The text that it is about may have changed by now.
    fault: requested === null || settled !== text || isPlaceholderData ? undefined : data?.fault,
    isJob: requested !== null && data?.is_job === true,
    error: requested === null ? null : error,
    isPending: settled !== text || (requested !== null && (isPending || isPlaceholderData)),
  }
}
