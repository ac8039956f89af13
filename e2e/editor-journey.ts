import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { openBrowser } from './browser.ts'
import { type BuiltInstall, startBuiltInstall } from './built-install.ts'
import { type EditorVisit, visitEditor } from './editor-visit.ts'
import { stepsInOrder } from './in-order.ts'

export type EditorJourney = {
  install: BuiltInstall
  browser: Browser
  visit: EditorVisit
  page: Page
}

type JourneyOptions = {
  email: string
  setup: string
  /** Of the install's environment; asked before it starts. */
  settings?: () => Promise<Record<string, string>>
}

/**
 * The steps of a file are those of somebody with one project, in whose database `setup` was
 * run, on an install of their own. What is answered can be called from the first `beforeAll` on.
 */
export function editorJourney({ settings, ...options }: JourneyOptions): () => EditorJourney {
  let install: BuiltInstall | undefined
  let browser: Browser | undefined
  let journey: EditorJourney | undefined
  const started = () => {
    if (journey === undefined) throw new Error('The journey has not begun')
    return journey
  }
  beforeAll(async () => {
    install = await startBuiltInstall(await settings?.())
    browser = await openBrowser()
    const visit = await visitEditor(browser, { url: install.url, ...options })
    journey = { install, browser, visit, page: visit.page }
  })
  afterAll(async () => {
    await browser?.close()
    await install?.stop()
  })
  stepsInOrder(() => [started().page])
  return started
}
