import { afterEach, beforeEach } from 'vitest'

import { listenForShortcuts } from '../lib/browser/shortcuts.ts'

/** Handles the keys of the page, as the shell does, during each test of a file. */
export function hearPageKeys(): void {
  let stop = () => undefined as void
  beforeEach(() => {
    stop = listenForShortcuts()
  })
  afterEach(() => stop())
}
