import { useSyncExternalStore } from 'react'

type Overlay = 'command' | 'keys'

let current: Overlay | undefined
const watchers = new Set<() => void>()

function change(next: Overlay | undefined) {
  current = next
  for (const watcher of watchers) watcher()
}

/** The open dialog of the frame; at most one. */
export const overlay = {
  open: (which: Overlay): void => change(which),
  close: (): void => change(undefined),
}

export const useOverlay = (): Overlay | undefined =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => current,
  )
