import { useSyncExternalStore } from 'react'

/** Whether the browser has no network at all; a broken one does not count. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine)

function subscribe(listener: () => void): () => void {
  const events = ['online', 'offline'] as const
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}
