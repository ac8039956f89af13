import type { Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'

import { keepScreenshot } from './browser.ts'

/** Maximum length of the page's content in a failure report, in characters. */
const maxReported = 3000

/** Dialogs and panels come before the main part, which is empty for a screen reader below a dialog. */
const reportedParts = ['dialog[open], [role=dialog]', 'aside:not(main aside)', 'main']

/**
 * Steps that continue where the one before ended: after a failure the others are skipped, and all
 * pages of the browser are saved as screenshots and reported with the failure.
 */
export function stepsInOrder(pages: () => readonly Page[]): void {
  let isOver = false
  beforeEach(({ skip }) => skip(isOver, 'an earlier step failed'))
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    isOver = true
    for (const [at, page] of openPages(pages()).entries()) {
      await keepScreenshot(page, at === 0 ? task.name : `${task.name} ${at + 1}`)
      const report = await describePage(page)
      for (const error of task.result.errors ?? [])
        error.message += `\n\n${page.url()} showed:\n${report}`
    }
  })
}

/** Also those that a step has opened itself, in any context. */
function openPages(pages: readonly Page[]): Page[] {
  const contexts = new Set(
    pages.flatMap((page) => page.context().browser()?.contexts() ?? page.context()),
  )
  return [...contexts].flatMap((context) => context.pages())
}

async function describePage(page: Page): Promise<string> {
  const parts: string[] = []
  for (const selector of reportedParts)
    for (const part of await page.locator(selector).all())
      parts.push(await part.ariaSnapshot({ timeout: 2000 }).catch(String))
  const shown = parts.filter((part) => part !== '')
  const all = shown.length > 0 ? shown : [await page.locator('body').ariaSnapshot().catch(String)]
  return all
    .join('\n')
    .replaceAll(/\n *- \/url:.*/gu, '')
    .slice(0, maxReported)
}
