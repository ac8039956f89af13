import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Keeps parts of the URL's query, such as a search text, in sync without filling the history. */
export function useSearchParams(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  return useCallback(
    (change) =>
      void navigate({
        to: pathname,
        search: (previous: Record<string, unknown>) => ({ ...previous, ...change }),
        replace: true,
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
