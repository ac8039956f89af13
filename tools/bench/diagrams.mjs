import { performance } from 'node:perf_hooks'

import { measure, measureTimes } from './statistics.mjs'

/** @typedef {import('playwright-core').Page} Page */

const turns = 5
const node = '.react-flow__node'

/**
 * Schema diagrams: from the data to the visible tables, the longest frame while it is panned and
 * zoomed, and exports. 1,000 tables have no target; they have to be usable.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} home of the database area
 */
export async function measureDiagrams(context, home) {
  const lines = []
  for (const size of [300, 1000]) {
    const name = (text) => `Diagram of ${size.toLocaleString('en-US')} tables: ${text}`
    const limit = (target) => (size === 300 ? target : null)
    const page = await context.newPage()
    await page.addInitScript(noteNodes, node)
    const open = async () => {
      await page.goto(`${home}/schemas?schema=drawn_${size}`, { waitUntil: 'commit' })
      const shown = await page.waitForFunction(() => globalThis.nodesMs, undefined, { polling: 50 })
      return Number(await shown.jsonValue())
    }
    await open()
    lines.push(
      measure({
        name: name('data to visible tables'),
        unit: 'ms',
        figures: await measureTimes(turns, open),
        target: limit(1000),
      }),
      ...(await measureFrames(page, { name, target: limit(34) })),
    )
    for (const format of ['SVG', 'PNG', 'DBML']) {
      lines.push(
        measure({
          name: name(`export as ${format}`),
          unit: 'ms',
          figures: await measureTimes(3, () => exportAs(page, format)),
          target: limit(5000),
        }),
      )
    }
    await page.close()
  }
  return lines
}

/**
 * The longest frame by the clock depends on other work of the machine; the longest task by its CPU
 * time does not.
 *
 * @param {Page} page
 * @param {{ name: (text: string) => string, target: number | null }} line
 */
async function measureFrames(page, { name, target }) {
  const lines = []
  for (const [text, work] of Object.entries({ pans: pan, zooms: zoom })) {
    const figures = await measureTimes(turns, () => longestFrame(page, () => work(page)))
    lines.push(measure({ name: name(`longest frame of ${text}`), unit: 'ms', figures, target }))
  }
  const tasks = await measureTimes(3, () =>
    longestTask(page, async () => {
      await pan(page)
      await zoom(page)
    }),
  )
  lines.push(measure({ name: name('longest task, CPU'), unit: 'ms', figures: tasks }))
  return lines
}

/** @param {Page} page @param {() => Promise<void>} work */
async function longestTask(page, work) {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser')
  const session = await browser.newBrowserCDPSession()
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  })
  await work()
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve)
  })
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  )
  const times = events.flatMap((event) =>
    pages.has(threadOf(event)) && /RunTask/u.test(event.name) ? [event.tdur ?? 0] : [],
  )
  return Math.max(0, ...times) / 1000
}

/** @param {Page} page */
async function pan(page) {
  await page.mouse.move(900, 700)
  await page.mouse.down()
  for (let step = 1; step <= 40; step += 1) await page.mouse.move(900 - step * 12, 700 - step * 8)
  for (let step = 40; step >= 0; step -= 1) await page.mouse.move(900 - step * 12, 700 - step * 8)
  await page.mouse.up()
}

/** Through the size at which nodes show their columns, in and out. @param {Page} page */
async function zoom(page) {
  await page.mouse.move(800, 500)
  for (const delta of [-60, 60]) {
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.wheel(0, delta)
      await page.waitForTimeout(10)
    }
  }
}

/** @param {Page} page @param {() => Promise<void>} work */
async function longestFrame(page, work) {
  await page.evaluate(() => {
    const watch = { longest: 0, isOver: false }
    globalThis.frameWatch = watch
    let before = 0
    const next = (now) => {
      if (before > 0) watch.longest = Math.max(watch.longest, now - before)
      before = now
      if (!watch.isOver) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await work()
  return page.evaluate(() => {
    globalThis.frameWatch.isOver = true
    return globalThis.frameWatch.longest
  })
}

/** @param {Page} page @param {string} format */
async function exportAs(page, format) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const item = page.getByRole('menuitem', { name: format, exact: true })
  await item.waitFor()
  const begin = performance.now()
  const saved = page.waitForEvent('download')
  await item.click()
  await saved
  return performance.now() - begin
}

/**
 * Runs in the page before anything else: notes when a table was painted, counted from the arrival
 * of the data.
 *
 * @param {string} selector
 */
function noteNodes(selector) {
  const observer = new MutationObserver(() => {
    const shown = document.querySelector(selector)
    if (shown === null || getComputedStyle(shown).visibility === 'hidden') return
    observer.disconnect()
    requestAnimationFrame(() => {
      setTimeout(() => {
        const data = performance
          .getEntriesByType('resource')
          .find(({ name }) => name.includes('/schema-diagram?'))
        globalThis.nodesMs = performance.now() - (data?.responseEnd ?? 0)
      })
    })
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}
