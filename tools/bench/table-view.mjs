import { chromium } from 'playwright-core'

import { measure, measurePairs } from './statistics.mjs'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const pairs = 15

/**
 * From the click on a link to the first row on the screen, by the browser's own clock: in a new
 * profile with an empty cache, and again with the cache of the first visit. The last two are to the
 * row in the interactive grid: the dashboard paints its first rows before that.
 *
 * @param {{ executablePath: string, rows: number, ours: Target, floor: Target }} input `rows` of
 *   the table
 * @typedef {{ url: string, cookies: { name: string, value: string, url: string }[], cell: string,
 *   workingCell: string }} Target
 */
export async function measureTableView({ executablePath, rows, ours, floor }) {
  const browser = await chromium.launch({ executablePath, args })
  try {
    const cold = await measurePairs(
      () => visitOnce(browser, ours),
      () => visitOnce(browser, floor),
      pairs,
    )
    const [again, floorAgain] = await Promise.all([
      revisitable(browser, ours),
      revisitable(browser, floor),
    ])
    const warm = await measurePairs(again, floorAgain, pairs)
    const working = { ours: { ...ours, cell: ours.workingCell }, floor }
    const coldGrid = await measurePairs(
      () => visitOnce(browser, working.ours),
      () => visitOnce(browser, working.floor),
      pairs,
    )
    const warmGrid = await measurePairs(
      await revisitable(browser, working.ours),
      await revisitable(browser, working.floor),
      pairs,
    )
    const name = (text) => `First row of ${rows.toLocaleString('en-US')}, ${text}`
    return [
      measure({ name: name('cold'), unit: 'ms', figures: cold, target: 2 }),
      measure({ name: name('warm'), unit: 'ms', figures: warm, target: 2 }),
      measure({ name: name('in the grid, cold'), unit: 'ms', figures: coldGrid }),
      measure({ name: name('in the grid, warm'), unit: 'ms', figures: warmGrid }),
    ]
  } finally {
    await browser.close()
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Target} target
 */
async function openContext(browser, target) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(target.cookies)
  await context.addInitScript(noteFirstRow, target.cell)
  return context
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Target} target
 */
async function visitOnce(browser, target) {
  const context = await openContext(browser, target)
  try {
    return await visit(context, target.url)
  } finally {
    await context.close()
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Target} target
 */
async function revisitable(browser, target) {
  const context = await openContext(browser, target)
  await visit(context, target.url)
  return () => visit(context, target.url)
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function visit(context, url) {
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => globalThis.firstRowMs, undefined, {
    polling: 50,
    timeout: 30_000,
  })
  const ms = Number(await shown.jsonValue())
  await page.close()
  return ms
}

/**
 * Runs in the page before anything else: notes when the first cell with a value has been
 * painted, counted from the start of the navigation.
 *
 * @param {string} cell selector of a cell of the table's first row
 */
function noteFirstRow(cell) {
  const isShown = () => (document.querySelector(cell)?.textContent ?? '').includes('Reading 1 of')
  const observer = new MutationObserver(() => {
    if (!isShown()) return
    observer.disconnect()
    requestAnimationFrame(() => {
      setTimeout(() => {
        globalThis.firstRowMs = performance.now()
      })
    })
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
