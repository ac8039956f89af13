import { afterEach, beforeEach } from 'vitest'

import { listenForShortcuts } from '../lib/browser/shortcuts.ts'

/** The keys of the page are heard, as the shell hears them, for as long as each test of a file. */
export function hearPageKeys(): void {
  let stop = () => undefined as void
  beforeEach(() => {
    stop = listenForShortcuts()
  })
  afterEach(() => stop())
}
