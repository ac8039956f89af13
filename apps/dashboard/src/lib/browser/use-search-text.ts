import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

type SearchChange = (
  change: Record<string, string | undefined>,
  /** A choice that the browser's Back button takes back, such as a filter. */
  options?: { isStep?: boolean },
) => void

/** Keeps parts of the URL's query, such as a search text, in sync without filling the history. */
export function useSearchParams(): SearchChange {
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  return useCallback(
    (change, { isStep = false } = {}) =>
      void navigate({
        to: pathname,
        search: (previous: Record<string, unknown>) => ({ ...previous, ...change }),
        replace: !isStep,
      }),
    [navigate, pathname],
  )
}

/** The text of a list's search field, kept in the URL as `search`. */
export function useSearchText(search: string | undefined): [string, (text: string) => void] {
  const change = useSearchParams()
  const set = useCallback((text: string) => change({ search: text || undefined }), [change])
  return [search ?? '', set]
}
