import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

const before = getConfig()
// Of the process: a test may put its own in the place.
const { setImmediate: nextTurn } = globalThis

configure({
  // A loaded machine is slow; a page that never shows what it should is still noticed.
  asyncUtilTimeout: 8000,
  /** Whoever waits looks many times: only the last look in vain shows the whole page. */
  getElementError(message, container) {
    const isSearchedAgain = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    return isSearchedAgain ? new Error(message ?? '') : before.getElementError(message, container)
  },
  /**
   * What is found may just have been drawn. React runs its effects in the turns that follow, and
   * a dialog takes presses only after them.
   */
  async asyncWrapper(find) {
    const found = await before.asyncWrapper(find)
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => nextTurn(resolve))
    return found
  },
})

// Pages are rendered into one document per file: each test leaves it empty for the next.
afterEach(() => cleanup())

// Pages fetch parts ahead of the need for them; a file is not over before these have come.
afterAll(() => vi.dynamicImportSettled())

// The SQL editor asks the browser for the layout and the selection of its shadow root, which
// the page's stand-in does not have; it also says that it is Safari.
if (typeof document !== 'undefined') {
  // Nothing has a size here, so nothing grows and nothing scrolls.
  globalThis.ResizeObserver ??= class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  }
  Object.assign(Element.prototype, { scrollIntoView: () => undefined })
  document.execCommand = () => false
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  // Nor can its files be read in one go, which every browser can.
  // oxlint-disable-next-line typescript/unbound-method -- only asked for, not called
  Blob.prototype.arrayBuffer ??= function (this: Blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
      reader.addEventListener('error', () => reject(reader.error ?? new Error('The file is gone')))
      reader.readAsArrayBuffer(this)
    })
  }
}
