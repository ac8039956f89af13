import { useSyncExternalStore } from 'react'

/** Whether a media query matches now; follows changes. */
export function useMatches(media: string): boolean {
  return useSyncExternalStore(
    (watcher) => {
      const list = globalThis.matchMedia(media)
      list.addEventListener('change', watcher)
      return () => list.removeEventListener('change', watcher)
    },
    () => globalThis.matchMedia(media).matches,
  )
}
