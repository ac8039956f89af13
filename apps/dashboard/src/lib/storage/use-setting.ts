import { useSyncExternalStore } from 'react'

import type { Setting } from './storage.ts'

/** A stored setting as state: `[value, set]`, in sync between components and tabs. */
export function useSetting<T>(setting: Setting<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(setting.subscribe, setting.get), setting.set]
}
