import { useEffect } from 'react'

/** Names the page in the tab and in the history: `shop · Table editor · Basalt`. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, 'Basalt'].filter((part) => part !== undefined && part !== '').join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
