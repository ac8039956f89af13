import { chromium } from 'playwright-core'

import { startGridPage } from './grid-server.mjs'
import { measure, median } from './statistics.mjs'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--expose-gc',
]
const turns = 3
const layer = '[data-part="layer"]'

/**
 * The grid alone, 100,000 rows of 20 columns, with real keys, wheel and clipboard. A frame is blank
 * when a row in view has no text. A held Page Down replaces all cells in each frame, as fast as the
 * page handles the key: its baseline is as many plain elements.
 *
 * @param {{ executablePath: string }} input
 */
export async function measureGrid({ executablePath }) {
  const served = await startGridPage()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    await page.goto(served.url)
    await page.locator('.grid-row').first().waitFor()
    const opened = await getHeap(page)
    await page.locator('.grid-cell').first().click()
    const runs = { down: [], pages: [], wheel: [], floor: [], copy: [], paste: [] }
    let blank = 0
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [name, work] of Object.entries(scrolls)) {
        const frames = await framesDuring(page, () => work(page))
        blank += frames.blank
        runs[name].push(frames.ms)
      }
      runs.floor.push(await floorOfPages(context, served.url))
      const { copyMs, pasteMs } = await copyAndPaste(page)
      runs.copy.push(copyMs)
      runs.paste.push(pasteMs)
    }
    await scrollThrough(page)
    return listLines({ runs, blank, opened, scrolled: await getHeap(page) })
  } finally {
    await browser.close()
    await served.stop()
  }
}

/** Ways to move fast; each lasts about a second. @type {Record<string, (page: Page) => Promise<void>>} */
const scrolls = {
  down: (page) => hold(page, 'ArrowDown', 120),
  pages: (page) => hold(page, 'PageDown', 60),
  async wheel(page) {
    await page.mouse.move(700, 500)
    for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 1600)
  },
}

/** @typedef {import('playwright-core').Page} Page */

/**
 * Milliseconds of a frame in which as many plain elements get new texts, which depends on the
 * machine.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function floorOfPages(context, url) {
  const page = await context.newPage()
  await page.goto(`${url}?floor`)
  await page.locator('.grid-cell').first().waitFor()
  const { ms } = await framesDuring(page, () => scrolls.pages(page))
  await page.close()
  return ms
}

/**
 * Repeats a key as if it was held down.
 *
 * @param {Page} page
 * @param {string} key
 * @param {number} repeats
 */
async function hold(page, key, repeats) {
  for (let turn = 0; turn < repeats; turn += 1) await page.keyboard.down(key)
  await page.keyboard.up(key)
}

/**
 * Milliseconds of a frame on average, and how many frames showed a row in view without its
 * text. 20 ms are 50 frames a second.
 *
 * @param {Page} page
 * @param {() => Promise<void>} work
 */
async function framesDuring(page, work) {
  await page.evaluate((selector) => {
    const watch = { times: [], blank: 0, isOver: false }
    globalThis.frameWatch = watch
    const rows = document.querySelector(selector)
    const view = document.querySelector('.grid-view')
    const isBlank = () => {
      const { top, bottom, left } = view.getBoundingClientRect()
      return [0.1, 0.5, 0.9].some((part) => {
        const at = document.elementFromPoint(left + 200, top + 40 + (bottom - top - 60) * part)
        return !rows.contains(at) || at.textContent === ''
      })
    }
    const next = (now) => {
      if (watch.isOver) return
      watch.times.push(now)
      if (isBlank()) watch.blank += 1
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  }, layer)
  await work()
  const { times, blank } = await page.evaluate(() => {
    globalThis.frameWatch.isOver = true
    return globalThis.frameWatch
  })
  const ms = ((times.at(-1) ?? Number.NaN) - (times[0] ?? Number.NaN)) / (times.length - 1)
  return { ms, blank }
}

/**
 * 1,000 rows of 10 columns to the clipboard and back into the grid, further down.
 *
 * @param {Page} page
 */
async function copyAndPaste(page) {
  await settled(page)
  await page.keyboard.press('Control+Home')
  const from = page.locator('.grid-row[data-row="2"] .grid-cell[data-column="1"]')
  await from.click()
  // Ten columns and a thousand rows, by keys.
  for (let column = 1; column < 10; column += 1) await page.keyboard.press('Shift+ArrowRight')
  for (let row = 1; row < 1000;) {
    const step = await page.evaluate(() => {
      const view = document.querySelector('.grid-view')
      return Math.floor((view.clientHeight - 36) / 32)
    })
    if (row + step < 1000) {
      await page.keyboard.press('Shift+PageDown')
      row += step
    } else {
      await page.keyboard.press('Shift+ArrowDown')
      row += 1
    }
  }
  const copyMs = await getTimeFor(page, () => page.keyboard.press('Control+c'))
  const text = await page.evaluate(() => navigator.clipboard.readText())
  if (text.split('\n').length !== 1000) throw new Error('The clipboard has not got 1,000 rows')
  await page.keyboard.press('Escape')
  await page.locator('.grid-cell[data-column="5"]').nth(3).click()
  await page.evaluate(() => delete document.body.dataset.written)
  const pasteMs = await getTimeFor(page, async () => {
    await page.keyboard.press('Control+v')
    await page.waitForFunction(() => document.body.dataset.written === '10000', undefined, {
      polling: 'raf',
    })
  })
  return { copyMs, pasteMs }
}

/**
 * Turns of the wheel go on for a while after the last one.
 *
 * @param {Page} page
 */
async function settled(page) {
  await page.evaluate(async () => {
    const view = document.querySelector('.grid-view')
    for (let before = -1; before !== view.scrollTop;) {
      before = view.scrollTop
      await new Promise((resolve) => {
        setTimeout(resolve, 300)
      })
    }
  })
}

/**
 * By the browser's clock, to the next frame.
 *
 * @param {Page} page
 * @param {() => Promise<void>} work
 */
async function getTimeFor(page, work) {
  const begin = await page.evaluate(() => performance.now())
  await work()
  return page.evaluate(
    (from) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => resolve(performance.now() - from))
      }),
    begin,
  )
}

/**
 * Every row has been in view: from the first to the last by turns of the wheel.
 *
 * @param {Page} page
 */
async function scrollThrough(page) {
  await settled(page)
  await page.keyboard.press('Control+Home')
  await page.evaluate(() => {
    const view = document.querySelector('.grid-view')
    for (let top = 0; top < view.scrollHeight; top += view.clientHeight) {
      view.scrollTop = top
      // Without waiting for frames: the memory after them is measured.
      view.dispatchEvent(new Event('scroll'))
    }
  })
}

/** @param {Page} page */
async function getHeap(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

/**
 * @param {{ runs: Record<string, number[]>, blank: number, opened: number, scrolled: number }} figures
 */
function listLines({ runs, blank, opened, scrolled }) {
  const time = (name) => ({ unit: 'ms', value: median(runs[name] ?? []) })
  const lines = [
    { what: 'Arrow down held, a frame', ...time('down'), target: 20 },
    { what: 'Page down held, a frame', ...time('pages'), floor: median(runs.floor), target: 1.5 },
    { what: 'wheel, a frame', ...time('wheel'), target: 20 },
    { what: 'blank frames', unit: '', value: blank, target: 0 },
    { what: 'copy of 1,000 × 10', ...time('copy'), target: 100 },
    { what: 'paste of 1,000 × 10', ...time('paste'), target: 250 },
    { what: 'heap when opened', unit: 'MB', value: opened, target: 12 },
    { what: 'heap after all rows', unit: 'MB', value: scrolled, target: 40 },
  ]
  return lines.map(({ what, unit, value, floor = null, target }) =>
    measure({
      name: `Grid of 100,000 × 20, ${what}`,
      unit,
      figures: { median: value, floor },
      target,
    }),
  )
}
