import { homeBlocks } from '@basalt/contract/project/home-blocks'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { runSql, untilShown } from './steps.ts'

// A query's result is pinned to the home of the project, and refreshed there.

let visit: EditorVisit
let page: Page

const faults: string[] = []

const setup = /* SQL */ `
  create table visits as
  select d::date as day, 100 + n as count
  from generate_series('2026-01-01'::date, '2026-01-10', '1 day') with ordinality as g (d, n)`

const journey = editorJourney({ email: 'home@basalt.test', setup })

beforeAll(() => {
  ;({ page, visit } = journey())
})

const home = () => `/project/${visit.project.ref}`
const block = (name: string) => page.getByRole('article', { name })

async function choose(name: string, item: string) {
  await page.getByRole('button', { name: `Menu of ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a chart of a result is pinned to the home of the project, which shares its query', async () => {
  await page.goto(`${home()}/sql/new`)
  await runSql(page, 'select day, count from visits order by day')
  await page.waitForURL(/sql\/[0-9a-f-]{36}$/u)
  await page.getByRole('tab', { name: 'Chart', exact: true }).click()
  await page.getByLabel('Type').selectOption('area')
  await page.getByRole('button', { name: 'Add to project home' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to project home' })
  await dialog.getByLabel('Title', { exact: true }).fill('Visits by day')
  faults.push(...(await accessibilityFaults(page)))
  // The submit button is visible for a form of any length.
  const send = await dialog.getByRole('button', { name: 'Add to project home' }).boundingBox()
  const edge = await dialog.boundingBox()
  expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThan((edge?.y ?? 0) + (edge?.height ?? 0))
  await dialog.getByLabel('Share it with the project').check()
  await dialog.getByRole('button', { name: 'Add to project home' }).click()
  await page.getByRole('button', { name: 'Show it' }).click()
  await untilShown(block('Visits by day').getByRole('img', { name: 'count by day: 10 points' }))
  faults.push(...(await accessibilityFaults(page)))
  expect(await block('Visits by day').innerText()).toMatch(/\d\d:\d\d, just now/u)
})

test('a refresh reads it again', async () => {
  await visit.ask("insert into visits values ('2026-01-11', 200)")
  await choose('Visits by day', 'Refresh now')
  await untilShown(block('Visits by day').getByRole('img', { name: 'count by day: 11 points' }))
  expect(await page.getByRole('article').count()).toBe(1)
})

test('a failing query shows its error, and the former rows stay', async () => {
  await visit.ask('alter table visits rename to visitors')
  await choose('Visits by day', 'Refresh now')
  await untilShown(block('Visits by day').getByText('relation "visits" does not exist'))
  await untilShown(block('Visits by day').getByRole('img', { name: 'count by day: 11 points' }))
  faults.push(...(await accessibilityFaults(page)))
  expect(await block('Visits by day').innerText()).toContain('Shows the previous result')
})

test('it is removed, restored, and links to its query', async () => {
  await visit.ask('alter table visitors rename to visits')
  await choose('Visits by day', 'Remove')
  await block('Visits by day').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await untilShown(block('Visits by day').getByRole('img', { name: 'count by day: 11 points' }))
  const [stored] = await visit.owner.client.call(homeBlocks.list, {
    params: { ref: visit.project.ref },
  })
  expect(stored).toMatchObject({ failure: null, look: { chart: { type: 'area' } } })
  await choose('Visits by day', 'Open in the SQL editor')
  await page.waitForURL(`**/sql/${stored?.snippet.id}`)
  expect(faults).toEqual([])
})
