import { useEffect } from 'react'

/**
 * Names the page in the tab and in the history: `shop · Table editor · Basalt`. What was named
 * before is named again when the caller goes.
 */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, 'Basalt'].filter((part) => part !== undefined && part !== '').join(' · ')
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
