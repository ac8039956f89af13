import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

import { Client } from 'pg'

import { measure, measurePairs, median } from './statistics.mjs'

/** @typedef {import('playwright-core').Page} Page */

const filterPairs = 31
/**
 * A commit waits for the disk, whose speed varies: with 41 pairs of the same build the ratio was
 * between 1.45 and 1.87.
 */
const editPairs = 151
/** Figures without a target need fewer. */
const bookPairs = 41
/** How long a user checks a filter before it is applied; its rows are prefetched in that time. */
const checkedMs = 600

/**
 * A filter by key and an edit as people make them: from the last press to the picture, or to
 * the moment at which another connection of the database sees it.
 *
 * @param {Page} page with the table view open
 * @param {Page} floor with the floor page open
 * @param {{ rows: number, connectionString: string }} table
 */
export async function measureActions(page, floor, { rows, connectionString }) {
  const filtering = (inspectedMs) =>
    measurePairs(
      () => filterByKey(page, { id: someOf(rows), inspectedMs }),
      () => floorFilter(floor, someOf(rows)),
      filterPairs,
    )
  const filter = await filtering(checkedMs)
  const hurried = await filtering(0)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page
    .locator('[data-part="layer"]', { hasText: 'Reading 1 of' })
    .waitFor({ state: 'attached' })
  const database = new Client({ connectionString })
  await database.connect()
  const plain = await measureEdits(page, floor, { database, pairs: editPairs })
  await floor.evaluate(async () => {
    await fetch('/books')
    document.body.toggleAttribute('books', true)
  })
  const withBooks = await measureEdits(page, floor, { database, pairs: bookPairs })
  await database.end()
  await requireSaved(page)
  const figures = { unit: 'ms' }
  return [
    measure({ ...figures, name: 'Filter by key on the screen', figures: filter, target: 1.75 }),
    measure({ ...figures, name: 'The same, applied as soon as it is typed', figures: hurried }),
    measure({
      ...figures,
      name: 'Edit to saved, in the database',
      figures: plain.shown,
      target: 1.7,
    }),
    measure({ ...figures, name: 'Edit to its answer', figures: plain.answered }),
    measure({
      ...figures,
      name: 'Edit to saved, against a floor that knows who, audits and keeps the row as it was',
      figures: withBooks.shown,
    }),
    measure({ ...figures, name: 'The same, to its answer', figures: withBooks.answered }),
  ]
}

/**
 * An edit that was refused is answered too: it would be measured as well.
 *
 * @param {Page} page
 */
async function requireSaved(page) {
  const refused = await page.locator('[role="gridcell"][aria-invalid="true"]').count()
  if (refused > 0) throw new Error('An edit that was measured was not saved')
}

/** @param {number} rows */
const someOf = (rows) => 1 + Math.floor(Math.random() * rows)

/** @param {Page} page @param {{ id: number, inspectedMs: number }} filter */
async function filterByKey(page, { id, inspectedMs }) {
  await page.bringToFront()
  await page.getByRole('button', { name: /^Filter/u }).click()
  await page.getByLabel('Value', { exact: true }).fill(String(id))
  await page.waitForTimeout(inspectedMs)
  return page.evaluate(
    (text) =>
      new Promise((resolve) => {
        const form = document.querySelector('form[aria-label="Filter"]')
        const begin = performance.now()
        const appearance = () => {
          const shown = document.querySelector('[data-part="layer"]')?.textContent ?? ''
          if (shown.includes(text)) resolve(performance.now() - begin)
          else requestAnimationFrame(appearance)
        }
        form?.requestSubmit()
        requestAnimationFrame(appearance)
      }),
    `Reading ${id} of`,
  )
}

/** @param {Page} floor @param {number} id */
async function floorFilter(floor, id) {
  await floor.bringToFront()
  return floor.evaluate(
    (key) =>
      new Promise((resolve) => {
        const field = document.querySelector('#find')
        const begin = performance.now()
        const appearance = () => {
          const shown = document.querySelector('tbody')?.textContent ?? ''
          if (shown.includes(`Reading ${key} of`)) resolve(performance.now() - begin)
          else requestAnimationFrame(appearance)
        }
        field.value = String(key)
        field.dispatchEvent(new Event('change'))
        requestAnimationFrame(appearance)
      }),
    id,
  )
}

/**
 * @typedef {{ shown: number, answered: number }} Edit in milliseconds from the press of Enter
 */

/**
 * @param {Page} page
 * @param {Page} floor
 * @param {{ database: Client, pairs: number }} how
 */
async function measureEdits(page, floor, { database, pairs }) {
  const answered = { ours: [], floor: [] }
  const noting = async (side, edit) => {
    const one = await edit
    answered[side].push(one.answered)
    return one.shown
  }
  const shown = await measurePairs(
    () => noting('ours', editCell(page, database)),
    () => noting('floor', floorEdit(floor, database)),
    pairs,
  )
  // The first pair warms up here too.
  const getMedian = (side) => median(answered[side].slice(1))
  return { shown, answered: { median: getMedian('ours'), floor: getMedian('floor') } }
}

/** @param {Page} page @param {Client} database */
async function editCell(page, database) {
  await page.bringToFront()
  const heading = page.getByRole('columnheader', { name: /^state/u })
  const column = await heading.getAttribute('aria-colindex')
  await page.locator(`.grid-row [aria-colindex="${column}"]`).first().dblclick()
  const field = page.getByRole('textbox', { name: /^state, / })
  return saved(field, { database, id: 1, address: '/changes' })
}

/**
 * The same action on the baseline page, in another row, so that the edits do not conflict.
 *
 * @param {Page} floor
 * @param {Client} database
 */
async function floorEdit(floor, database) {
  await floor.bringToFront()
  const row = floor.locator('tbody tr:last-child')
  const id = Number(await row.locator('td').first().textContent())
  const cell = row.locator('td:nth-child(4)')
  await cell.dblclick()
  return saved(cell, { database, id, address: '/edit?' })
}

/**
 * Writes into the field and presses Enter.
 *
 * @param {import('playwright-core').Locator} field
 * @param {{ database: Client, id: number, address: string }} where the row's key, and a part of
 *   the address to which the edit is sent
 * @returns {Promise<Edit>}
 */
async function saved(field, { database, id, address }) {
  const text = `state ${Math.random()}`
  await field.fill(text)
  // The promise itself must not be awaited before the press.
  const answer = await field.evaluateHandle((_, part) => {
    let begin = 0
    const note = () => (begin = performance.now())
    document.addEventListener('keydown', note, { capture: true, once: true })
    const answered = new Promise((resolve) => {
      new PerformanceObserver((list, observer) => {
        const entry = list.getEntries().find(({ name }) => name.includes(part))
        if (entry === undefined) return
        observer.disconnect()
        resolve(entry.responseEnd - begin)
      }).observe({ type: 'resource' })
    })
    return { answered }
  }, address)
  const begin = performance.now()
  const seen = untilSeen(database, { id, text })
  await field.page().keyboard.press('Enter')
  const shown = (await seen) - begin
  return { shown, answered: await answer.evaluate(({ answered }) => answered) }
}

const maxMs = 10_000

/**
 * @param {Client} database
 * @param {{ id: number, text: string }} row
 * @returns {Promise<number>} when it was seen
 */
async function untilSeen(database, { id, text }) {
  const end = performance.now() + maxMs
  const appearance = { name: 'look', text: 'select from readings where id = $1 and state = $2' }
  while (performance.now() < end) {
    const { rowCount } = await database.query({ ...appearance, values: [id, text] })
    if (rowCount === 1) return performance.now()
    // Polling without a pause would use the CPU of the measured processes.
    await setTimeout(1)
  }
  throw new Error(`The edit of row ${id} was not saved`)
}
