import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

import { limitOwnerStacks } from './owner-stacks.ts'
import { recordPage } from './page-reset.ts'
import { quickenStyles } from './page-styles.ts'

const before = getConfig()
// Of the process: a test may put its own in the place.
const { setImmediate: nextTurn } = globalThis

configure({
  // A loaded machine is slow; a missing element is still reported.
  asyncUtilTimeout: 12_000,
  /** Polling fails many times: only the last failure shows the whole page. */
  getElementError(message, container) {
    const isSearchedAgain = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    return isSearchedAgain ? new Error(message ?? '') : before.getElementError(message, container)
  },
  /**
   * A found element may just have been rendered. React runs its effects in later tasks, and a
   * dialog handles keys only after them.
   */
  async asyncWrapper(find) {
    const found = await before.asyncWrapper(find)
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => nextTurn(resolve))
    return found
  },
})

// The SQL editor needs layout and selection of its shadow root, which the test DOM lacks; the test
// DOM also identifies as Safari.
if (typeof document !== 'undefined') {
  // Elements have no size here, so nothing resizes or scrolls.
  globalThis.ResizeObserver ??= class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  }
  Object.assign(Element.prototype, {
    scrollIntoView: () => undefined,
    setPointerCapture: () => undefined,
  })
  document.execCommand = () => false
  // It draws nothing either: the interface of a canvas takes every call.
  globalThis.matchMedia ??= () =>
    Object.assign(new EventTarget(), { matches: false }) as unknown as MediaQueryList
  const context: object = new Proxy(
    {},
    {
      get: (_, name) => (name === 'measureText' ? () => ({ width: 0 }) : () => undefined),
      set: () => true,
    },
  )
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context })
  globalThis.Path2D ??= class {
    rect = () => undefined
    arc = () => undefined
    moveTo = () => undefined
    lineTo = () => undefined
    closePath = () => undefined
    addPath = () => undefined
  } as unknown as typeof Path2D
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  // The test DOM lacks `Blob.arrayBuffer`, which every browser has.
  // oxlint-disable-next-line typescript/unbound-method -- only checked, not called
  Blob.prototype.arrayBuffer ??= function (this: Blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
      reader.addEventListener('error', () =>
        reject(reader.error ?? new Error('The file cannot be read')),
      )
      reader.readAsArrayBuffer(this)
    })
  }
}

limitOwnerStacks()

const isPage = typeof document !== 'undefined'
const resetPage = isPage ? recordPage() : () => undefined
const restoreStyles = isPage ? quickenStyles(document.defaultView ?? window) : () => undefined

// Tests render pages into one document: each test leaves it empty for the next.
afterEach(() => cleanup())

// A worker runs many files with one document. After each file, the document, the globals and
// our own modules are as they were before the first one; libraries stay loaded.
afterAll(async () => {
  // Pages load parts before they are needed; a file ends after these have loaded.
  await vi.dynamicImportSettled()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  restoreStyles()
  resetPage()
  configure(before)
  vi.resetModules()
})
