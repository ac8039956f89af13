import { useMemo, useSyncExternalStore } from 'react'

import type { Setting } from './storage.ts'

/** A stored setting as state: `[value, set]`, kept in step between components and tabs. */
export function useSetting<T>(setting: Setting<T>): [T, (value: T) => void] {
  // Settings made per project are new objects on each render; the key is what counts.
  const stable = useMemo(() => setting, [setting.key])
  const value = useSyncExternalStore(stable.subscribe, stable.get)
  return [value, stable.set]
}
