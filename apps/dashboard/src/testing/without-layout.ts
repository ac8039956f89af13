import { vi } from 'vitest'

/**
 * The test document has no layout: nothing has a size and nothing scrolls. Lists with a
 * search field ask for both, and get a calm answer until the globals are unstubbed.
 */
export function withoutLayout(): void {
  class NothingResizes {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  }
  vi.stubGlobal('ResizeObserver', NothingResizes)
  Element.prototype.scrollIntoView = () => undefined
}
