import { useEffect } from 'react'

/**
 * Sets the title of the tab and the history: `shop · Table editor · Basalt`. The former title is
 * restored when the caller unmounts.
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
