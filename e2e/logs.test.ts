import { waitFor } from '@basalt/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import { untilShown } from './steps.ts'

// Requests through the gateway appear in the logs of the project.

let page: Page
let gateway: string
let logs: string

const journey = editorJourney({ email: 'logs@basalt.test', setup: 'select 1' })

beforeAll(() => {
  const { url, visit } = journey()
  ;({ page } = journey())
  const { ref } = visit.project
  gateway = `${url}/p/${ref}`
  logs = `/project/${ref}/logs/edge_logs`
})

const rows = () => page.getByRole('grid', { name: 'Rows' }).getByRole('row')

test('requests appear live, as they are made', async () => {
  await page.goto(logs)
  await untilShown(page.getByRole('heading', { name: 'API Gateway logs' }))
  await page.getByRole('button', { name: 'Live' }).click()
  await fetch(`${gateway}/health`)
  await untilShown(rows().filter({ hasText: '/health' }).first())
  await fetch(`${gateway}/nothing/here`)
  await untilShown(rows().filter({ hasText: '/nothing/here' }).first())
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Live' }).click()
})

test('a status is filtered by, and its row leads to the rows of the same request', async () => {
  await page.getByRole('button', { name: 'Refresh' }).click()
  const failed = page.getByRole('list', { name: 'Status' }).getByRole('checkbox', { name: /^4/u })
  await failed.first().check()
  await untilShown(page.getByRole('list', { name: 'Active filters' }))
  await waitFor(async () => ((await rows().count()) === 1 ? true : undefined), {
    what: 'One row has the status',
  })
  await rows().first().click()
  const details = page.getByRole('complementary', { name: 'API Gateway row' })
  await untilShown(details.getByText('/nothing/here').first())
  expect(await accessibilityFaults(page)).toEqual([])
  await details.getByRole('tab', { name: 'Same request' }).click()
  const related = details.getByRole('region', { name: 'Rows of all sources with this request ID' })
  await untilShown(related.getByRole('button').first())
  expect(await accessibilityFaults(page)).toEqual([])
})
