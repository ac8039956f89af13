import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

import { endVisits, openBrowser } from './browser.ts'
import { type BuiltInstall, getSharedUrl, startBuiltInstall } from './built-install.ts'
import { type EditorVisit, visitEditor } from './editor-visit.ts'
import { stepsInOrder } from './in-order.ts'

export type EditorJourney = {
  /** The address of the install. */
  url: string
  browser: Browser
  visit: EditorVisit
  page: Page
}

type JourneyOptions = {
  /** Unique on the shared install. */
  email: string
  setup: string
  /** Environment of a separate install; read before it starts. */
  settings?: () => Promise<Record<string, string>>
}

/**
 * The steps of a file are those of a new person with one project, in whose database `setup` was
 * run, on the shared install unless there are settings. The function that is returned can be
 * called from the first `beforeAll` on.
 */
export function editorJourney({ settings, ...options }: JourneyOptions): () => EditorJourney {
  let install: BuiltInstall | undefined
  let journey: EditorJourney | undefined
  const started = () => {
    if (journey === undefined) throw new Error('The journey has not begun')
    return journey
  }
  beforeAll(async () => {
    if (settings !== undefined) install = await startBuiltInstall(await settings())
    const url = install?.url ?? getSharedUrl()
    const browser = await openBrowser()
    const visit = await visitEditor(browser, { url, ...options })
    journey = { url, browser, visit, page: visit.page }
  })
  afterAll(async () => {
    await endVisits()
    await (install === undefined ? journey?.visit.end() : install.stop())
  })
  stepsInOrder(() => [started().page])
  return started
}
