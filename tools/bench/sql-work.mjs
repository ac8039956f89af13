import { readFileSync } from 'node:fs'

import { chromium } from 'playwright-core'

import { makeWideTables, measureWriting, openWeighed } from './sql-writing.mjs'
import { measure, measurePairs } from './statistics.mjs'

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {{
 *   executablePath: string, url: string, pid: number, floorUrl: string, ref: string, rows: number,
 *   cookies: { name: string, value: string, url: string }[],
 *   connectionString: string, built: { dist: string, manifestFile: string },
 * }} Work
 */

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const megabyte = 1_000_000

/**
 * Queries of the SQL editor compared with the baseline page: from the key to the frame that shows
 * the total row count.
 *
 * @param {Work} work
 */
export async function measureSqlWork(work) {
  const browser = await chromium.launch({ executablePath: work.executablePath, args })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(work.cookies)
    const page = await context.newPage()
    await makeWideTables(work.connectionString)
    const url = `${work.url}/project/${work.ref}/sql/new`
    const weight = await openWeighed(page, { url, built: work.built, what: 'a new query' })
    await page.getByLabel('Row limit').selectOption('No limit')
    const floor = await context.newPage()
    await floor.goto(`${work.floorUrl}/`)
    const lines = []
    for (const { rows, target, pairs } of sizes.filter((size) => size.rows <= work.rows)) {
      await write(page, floor, rows)
      const figures = await measurePairs(
        async () => (await shown(page, own(rows))).all,
        async () => (await shown(floor, floors(rows))).all,
        pairs,
      )
      lines.push(measure({ name: `Query of ${count(rows)} rows`, unit: 'ms', figures, target }))
    }
    const saved = await weighSaved(page, work)
    const long = work.rows < maxRows ? [] : await measureLong(page, work)
    return [weight, saved, ...lines, ...long, ...(await measureWriting(page))]
  } finally {
    await browser.close()
  }
}

/**
 * An automatically saved query, in a browser without stored data of it.
 *
 * @param {Page} page
 * @param {Work} work
 */
async function weighSaved(page, { built, cookies }) {
  await page.waitForURL((url) => !url.pathname.endsWith('/new'))
  const context = await page.context().browser().newContext()
  await context.addCookies(cookies)
  const visit = { url: page.url(), built, what: 'a saved query' }
  const weight = await openWeighed(await context.newPage(), visit)
  await context.close()
  return weight
}

const maxRows = 1_000_000
const sizes = [
  { rows: 100, target: 1.4, pairs: 11 },
  { rows: 10_000, target: 1.4, pairs: 7 },
  { rows: 100_000, target: 2, pairs: 3 },
  { rows: maxRows, target: 1.5, pairs: 3 },
]
/** More rows than this are counted and not shown. */
const maxShown = 500_000

/** @param {Page} page @param {Work} work */
async function measureLong(page, work) {
  const { first } = await shown(page, own(100_000))
  const heap = await getHeap(page)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  const before = getMemory(work.pid)
  await write(page, null, 1_000_000)
  await shown(page, own(1_000_000))
  const grown = getMemory(work.pid) - before
  const heapOfMillion = await getHeap(page)
  return [
    figure('First rows of 100,000', ['ms', first, 150]),
    figure('Heap with 100,000 rows', ['MB', heap, 120]),
    figure('Elements with 100,000 rows', ['', nodes, 5000]),
    figure('Heap after 1,000,000 rows', ['MB', heapOfMillion, 120]),
    figure('Growth of the server with 1,000,000 rows', ['MB', grown, 100]),
  ]
}

/** @param {string} name @param {[string, number, number]} figures unit, value and target */
const figure = (name, [unit, value, target]) =>
  measure({ name, unit, figures: { median: value, floor: null }, target })

const count = (rows) => rows.toLocaleString('en-US')
const own = (rows) => ({
  text:
    rows > maxShown
      ? `First ${count(maxShown)} of ${count(rows)} rows shown`
      : `${count(rows)} rows`,
  place: '[aria-label="Results"] footer output',
  row: '[aria-label="Results"] .grid-row:not([hidden])',
})
const floors = (rows) => ({ text: `${rows} rows`, place: 'output', row: '#list tr' })

/** @param {Page} page @param {Page | null} floor @param {number} rows */
async function write(page, floor, rows) {
  const query = `select * from readings limit ${rows}`
  await page.bringToFront()
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(query)
  await page.keyboard.press('Escape')
  if (floor !== null) await floor.locator('textarea').fill(query)
}

/**
 * From the click on Run to the first frame with a row, and to the one with all rows.
 *
 * @param {Page} page
 * @param {{ text: string, place: string, row: string }} target
 * @returns {Promise<{ first: number, all: number }>}
 */
async function shown(page, target) {
  // A page in the background paints no frames.
  await page.bringToFront()
  // The former run ends a moment after its last row.
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  return page.evaluate(
    ({ text, place, row }) =>
      new Promise((resolve, reject) => {
        const button = [...document.querySelectorAll('button')].find((one) =>
          one.textContent?.startsWith('Run'),
        )
        const old = document.querySelector(row)
        const begin = performance.now()
        button?.click()
        let first = Number.NaN
        const appearance = () => {
          const ms = performance.now() - begin
          const line = document.querySelector(row)
          if (Number.isNaN(first) && line !== null && line !== old) first = ms
          const isPresent = [...document.querySelectorAll(place)].some(
            ({ textContent }) => textContent === text,
          )
          if (isPresent && !Number.isNaN(first)) resolve({ first, all: ms })
          else if (ms > 120_000) reject(new Error(`There were never ${text}`))
          else requestAnimationFrame(appearance)
        }
        requestAnimationFrame(appearance)
      }),
    target,
  )
}

/** @param {Page} page */
async function getHeap(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / megabyte
}

/** @param {number} pid */
function getMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+) kB$/mu.exec(status) ?? []
  return (Number(kilobytes) * 1024) / megabyte
}
