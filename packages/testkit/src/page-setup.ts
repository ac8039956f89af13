import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A loaded machine is slow; a page that never shows what it should is still noticed.
configure({ asyncUtilTimeout: 8000 })

// Pages are rendered into one document per file: each test leaves it empty for the next.
afterEach(() => cleanup())

// The SQL editor asks the browser for the layout and the selection of its shadow root, which
// the page's stand-in does not have; it also says that it is Safari.
if (typeof document !== 'undefined') {
  document.execCommand = () => false
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
}
