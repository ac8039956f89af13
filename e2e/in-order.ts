import type { Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'

import { keepScreenshot } from './browser.ts'

/** Maximum length of the page's content in a failure report, in characters. */
const maxReported = 3000

/**
 * Steps that continue where the one before ended: after a failure the others are skipped, and the
 * pages are saved as screenshots and reported with the failure.
 */
export function stepsInOrder(pages: () => readonly Page[]): void {
  let isOver = false
  beforeEach(({ skip }) => skip(isOver, 'an earlier step failed'))
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    isOver = true
    for (const [at, page] of pages().entries()) {
      await keepScreenshot(page, at === 0 ? task.name : `${task.name} ${at + 1}`)
      // The main part of the page, which is empty for a screen reader below a dialog.
      const main = await page.locator('body, main').last().ariaSnapshot().catch(String)
      const shown = main === '' ? await page.locator('body').ariaSnapshot().catch(String) : main
      const reported = shown.replaceAll(/\n *- \/url:.*/gu, '').slice(0, maxReported)
      for (const error of task.result.errors ?? [])
        error.message += `\n\n${page.url()} showed:\n${reported}`
    }
  })
}
