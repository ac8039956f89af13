import { logs as logRoutes } from '@basalt/contract/logs/logs'
import { projects } from '@basalt/contract/project/projects'
import { waitFor } from '@basalt/testkit'
import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import { databasePassword, untilShown } from './steps.ts'

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

/** Without the dashboard, whose own statements are hidden in logs. */
async function connectAsApplication(): Promise<Client> {
  const { owner, project } = journey().visit
  const { connection } = await owner.client.call(projects.detail, { params: { ref: project.ref } })
  const client = new Client({ ...connection, password: databasePassword })
  await client.connect()
  return client
}

test('an index that is dropped under load is the first line of "What changed?"', async () => {
  const { visit } = journey()
  const { ref } = visit.project
  const application = await connectAsApplication()
  // Without the index, the expression is computed for each row.
  await application.query(`
    create table orders as select n as id from generate_series(1, 4000) n;
    create function region(id int) returns int language plpgsql immutable as
      $$ begin perform count(*) from generate_series(1, 3000); return id % 1000; end $$;
    create index orders_region_idx on orders (region(id));
    analyze orders`)
  const load = () =>
    application.query('select count(*), pg_sleep(1.1) from orders where region(id) = 7')
  await load()
  // PostgreSQL logs the statement after its answer.
  await new Promise((resolve) => setTimeout(resolve, 200))
  const since = new Date()
  await visit.owner.listLines('drop index orders_region_idx')
  await load()
  await application.end()
  const range = `from=${since.toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`
  await page.goto(`/project/${ref}/logs/changes?${range}`)
  const section = page.getByRole('region', { name: 'Statements' })
  const line = section.getByRole('listitem').first()
  await waitFor(
    async () => {
      if (await line.getByText('Slower').isVisible()) return true
      await page.getByRole('button', { name: 'Refresh' }).click()
      return undefined
    },
    { what: 'The slower statement is listed', timeoutMs: 15_000 },
  )
  await untilShown(line.getByText('Index Scan on orders_region_idx'))
  await untilShown(line.getByText('Seq Scan on orders'))
  await untilShown(line.getByText('DROP INDEX'))
  expect(await accessibilityFaults(page)).toEqual([])
  await line.getByRole('link', { name: 'Log row with the plan' }).click()
  await untilShown(page.getByRole('complementary', { name: 'Postgres row' }))
})

test('a request leads from the row of the gateway to the row of the database', async () => {
  const id = 'journey-request'
  await fetch(`${gateway}/nothing/else`, { headers: { 'x-request-id': id } })
  // No service of a project runs SQL yet, and the statement of the health check is too fast for the
  // log: the statement that a service would send for this request is sent here.
  const service = await connectAsApplication()
  const failed = service.query(`/* request_id=${id} */ select * from missing_orders`)
  await expect(failed).rejects.toThrow('missing_orders')
  await service.end()
  const { owner, project } = journey().visit
  const params = { ref: project.ref, request_id: id }
  await waitFor(
    async () => (await owner.client.call(logRoutes.request, { params })).rows.length === 2,
    {
      what: 'Both rows are stored',
    },
  )
  await page.goto(`${logs}?search=${encodeURIComponent('/nothing/else')}`)
  await rows().first().click()
  const details = page.getByRole('complementary', { name: 'API Gateway row' })
  await details.getByRole('tab', { name: 'Same request' }).click()
  const related = details.getByRole('region', { name: 'Rows of all sources with this request ID' })
  const answer = related.getByRole('button', { name: /missing_orders/u })
  await untilShown(answer)
  await answer.click()
  const row = page.getByRole('complementary', { name: 'Postgres row' })
  await untilShown(row.getByText('relation "missing_orders" does not exist').first())
})
