import { prefix } from './storage.ts'

/** A text that ends with the browser tab, and that no other tab sees. */
export function ofTab(name: string) {
  const key = prefix + name
  const guarded = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  return {
    get: () => guarded(() => sessionStorage.getItem(key)),
    set: (value: string) => void guarded(() => sessionStorage.setItem(key, value)),
    remove: () => void guarded(() => sessionStorage.removeItem(key)),
  }
}
