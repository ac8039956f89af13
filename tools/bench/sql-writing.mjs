import { Client } from 'pg'

import { measureBundles } from '../checks/bundle-sizes.mjs'
import { measure, measureTimes } from './statistics.mjs'

/** @typedef {import('playwright-core').Page} Page */

const tables = 20
const columns = 500
const lines = 5000
const keys = 60
const times = 9
const maxMs = 10_000

/**
 * A schema whose tables have 10,000 columns between them.
 *
 * @param {string} connectionString
 */
export async function makeWideTables(connectionString) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query('create schema if not exists wide')
    for (let table = 0; table < tables; table++) {
      const list = Array.from({ length: columns }, (_, at) => `measure_${table}_${at} int`)
      await client.query(`create table if not exists wide.sheet_${table} (${list.join(', ')})`)
    }
  } finally {
    await client.end()
  }
}

/**
 * Opens the page with an empty cache, and measures the bytes beyond the shell until it accepts
 * text.
 *
 * @param {Page} page
 * @param {{ url: string, what: string, built: { dist: string, manifestFile: string } }} visit
 */
export async function openWeighed(page, { url, what, built }) {
  // Requests after the editor is ready are prefetches.
  await page.addInitScript(() => {
    const appearance = () => {
      const roots = [...document.querySelectorAll('div')].flatMap(
        ({ shadowRoot }) => shadowRoot ?? [],
      )
      if (roots.some((root) => root.querySelector('[role="textbox"]'))) performance.mark('writable')
      else requestAnimationFrame(appearance)
    }
    appearance()
  })
  await page.goto(url)
  await page.getByRole('textbox', { name: 'SQL' }).waitFor()
  await page.waitForLoadState('networkidle')
  const files = await page.evaluate(() => {
    const [{ startTime: end }] = performance.getEntriesByName('writable')
    const requested = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < end)
    return requested.map(({ name }) => new URL(name).pathname.slice(1))
  })
  const { beyondShell } = measureBundles(built)
  return measure({
    name: `Compressed JavaScript and CSS, SQL page beyond the shell, ${what}`,
    unit: 'kB',
    figures: { median: beyondShell(files) / 1000, floor: null },
    target: 150,
  })
}

/**
 * Completion among 10,000 columns, from the keys to the list; and typing in a long file.
 *
 * @param {Page} page with the SQL editor open
 */
export async function measureWriting(page) {
  const completion = await measureTimes(times, () => listShown(page))
  await fill(page, Array.from({ length: lines }, (_, at) => `select ${at} as n_${at};`).join('\n'))
  await page.keyboard.press('ControlOrMeta+Home')
  const typing = await busyFor(page)
  return [
    measure({
      name: 'Completion among 10,000 columns',
      unit: 'ms',
      figures: completion,
      target: 50,
    }),
    measure({
      name: 'A key in a file of 5,000 lines',
      unit: 'ms',
      figures: { median: typing, floor: null },
      target: 16,
    }),
  ]
}

/** @param {Page} page @param {string} text */
async function fill(page, text) {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  // As users paste a long text; typing it would take the browser minutes.
  await page.getByRole('textbox', { name: 'SQL' }).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const paste = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', paste))
  }, text)
  await page.keyboard.press('Escape')
}

/** @param {Page} page */
async function listShown(page) {
  await fill(page, 'select s. from wide.sheet_7 s')
  await page.keyboard.press('Home')
  for (let at = 0; at < 'select s.'.length; at++) await page.keyboard.press('ArrowRight')
  const editor = page.getByRole('textbox', { name: 'SQL' })
  // The page observes before the keys are pressed; its promise must not be awaited until then.
  const looking = await editor.evaluateHandle((element, longest) => {
    const root = element.getRootNode()
    let begin = 0
    const note = ({ key }) => {
      if (key === ' ') begin = performance.now()
    }
    element.addEventListener('keydown', note, true)
    const shown = new Promise((resolve, reject) => {
      const end = performance.now() + longest
      const appearance = () => {
        const option = root.querySelector('.cm-tooltip-autocomplete [role="option"]')
        if (begin > 0 && option?.textContent?.includes('measure_7_'))
          resolve(performance.now() - begin)
        else if (performance.now() > end) reject(new Error('Nothing was offered'))
        else requestAnimationFrame(appearance)
      }
      appearance()
    })
    return { shown }
  }, maxMs)
  await page.keyboard.press('ControlOrMeta+Space')
  const ms = await looking.evaluate(({ shown }) => shown)
  await page.keyboard.press('Escape')
  return ms
}

/**
 * Main thread time of one key: input handling, layout, paint, and deferred work. The wait for the
 * screen is not included.
 *
 * @param {Page} page
 */
async function busyFor(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busySeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  // The grammar has parsed the file by then, and nothing else is running.
  await page.waitForTimeout(2000)
  const before = await busySeconds()
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x')
    await page.waitForTimeout(30)
  }
  await page.waitForTimeout(1000)
  return ((await busySeconds()) - before) * (1000 / keys)
}
