import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import { runSql, untilShown } from './steps.ts'

let page: Page
let ref: string

const journey = editorJourney({ email: 'log-explorer@basalt.test', setup: 'select 1' })

beforeAll(async () => {
  const { visit, page: opened } = journey()
  page = opened
  ref = visit.project.ref
  await page.goto(`/project/${ref}/sql/new`)
})

test('a query over logs typed into the SQL editor runs in the log explorer', async () => {
  await page.request.get(`/p/${ref}/health`)
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await runSql(
    page,
    'select r.path from edge_logs cross join unnest(metadata) m cross join unnest(m.request) r',
  )
  await page.getByRole('link', { name: 'Run on logs' }).click()
  await untilShown(page.getByRole('textbox', { name: 'Query over logs' }))
  const answer = page
    .getByRole('region', { name: 'Result of the query' })
    .getByText('/health')
    .first()
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Run', exact: true }).click()
        await page.getByText(/rows? in [\d,]+ ms/u).waitFor()
        return answer.isVisible()
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(true)
  expect(page.url()).toContain('/logs/explorer?sql=')
  expect(await accessibilityFaults(page)).toEqual([])
})
