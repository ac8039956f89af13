import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { projects } from '@basalt/contract/project/projects'
import { utility } from '@basalt/contract/utility'
import { vault } from '@basalt/contract/vault/vault'
import { clientWithCookies, waitFor } from '@basalt/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { accessibilityFaults } from './browser.ts'
import { getSharedUrl } from './built-install.ts'
import { editorJourney } from './editor-journey.ts'
import { openPopover, untilShown, writeSql } from './steps.ts'

const journey = editorJourney({ email: 'vault@basalt.test', setup: 'select 1' })
const password = 'quiet-Harbour-58-lantern'

let page: Page
let ref: string
let warehouse: string
let receiver: Awaited<ReturnType<typeof startReceiver>>

/** Refuses events with 500 until it accepts them. */
async function startReceiver() {
  const arrivals: { authorization: string | undefined; body: string }[] = []
  let accepts = false
  const server = createServer(async (request, response) => {
    const body = await text(request)
    arrivals.push({ authorization: request.headers.authorization, body })
    response.writeHead(accepts ? 200 : 500).end(accepts ? '' : 'out of order')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    arrivals,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`,
    accept: () => (accepts = true),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

beforeAll(async () => {
  receiver = await startReceiver()
  const { visit, page: opened } = journey()
  page = opened
  ref = visit.project.ref
  const { client } = visit.owner
  const { organization_slug: slug } = await client.call(projects.detail, { params: { ref } })
  const body = {
    organization_slug: slug,
    name: 'Warehouse',
    db_pass: password,
    region: 'us-east-2',
  }
  warehouse = (await client.call(projects.create, { body })).ref
  await waitFor(
    async () =>
      (await client.call(projects.detail, { params: { ref: warehouse } })).status ===
      'ACTIVE_HEALTHY',
    { what: 'The second project answers', timeoutMs: 30_000 },
  )
  await visit.owner.enter(warehouse)
  await visit.owner.listLines(`create table stock (name text); insert into stock values ('basalt')`)
  await visit.owner.enter(ref)
})
afterAll(async () => {
  receiver.close()
  await journey().visit.owner.client.call(projects.remove, { params: { ref: warehouse } })
})

const choose = async (name: string, action: string) => {
  const item = page.getByRole('menuitem', { name: action })
  await openPopover(page.getByRole('button', { name: `Actions for ${name}` }), item)
  await item.click()
}

test('the vault is enabled and gets a secret', async () => {
  await page.goto(`/project/${ref}/settings/vault/secrets`)
  await page.getByRole('button', { name: 'Enable vault' }).click()
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByLabel('Name').fill('warehouse')
  await page.getByLabel('Secret', { exact: true }).and(page.locator('input')).fill(password)
  await page.getByRole('button', { name: 'Create secret' }).click()
  await untilShown(page.getByRole('button', { name: 'Actions for warehouse' }))
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a server of the second project uses it, and its table is queried', async () => {
  await page.goto(`/project/${ref}/database/wrappers`)
  await page.getByRole('button', { name: 'New server' }).click()
  await page.getByLabel('Name').fill('warehouse')
  await page.getByLabel('Role').fill('postgres')
  await page.getByLabel('Password').selectOption('warehouse')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await untilShown(page.getByText('The connection works'))
  await page.getByRole('button', { name: 'Create server' }).click()
  await choose('warehouse', 'Import tables')
  await page.getByLabel('stock').check()
  await page.getByRole('button', { name: 'Import 1 table' }).click()
  await untilShown(page.getByText('1 table', { exact: true }))
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await journey().visit.ask('select name from warehouse.stock')).toEqual([['basalt']])
})

test('the key is rotated, and the owner still reveals the secret', async () => {
  await page.goto(`/project/${ref}/settings/vault/secrets`)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('menuitem', { name: 'Rotate key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
  const { client } = journey().visit.owner
  await expect
    .poll(async () => {
      const { keys, unrotated } = await client.call(vault.list, { params: { ref } })
      return [keys.length, unrotated]
    })
    .toEqual([2, 0])
  await choose('warehouse', 'Reveal')
  await untilShown(page.getByText(password))
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(stored).not.toContain(password)
  expect(await journey().visit.ask(`select decrypted_secret from vault.decrypted_secrets`)).toEqual(
    [[password]],
  )
})

test('a webhook is created, its failure is seen, and the event is sent again', async () => {
  await journey().visit.ask('create table orders (id bigint primary key, note text)')
  await page.goto(`/project/${ref}/database/hooks`)
  await page.getByRole('button', { name: 'Enable webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Name', { exact: true }).fill('notify')
  await page.getByLabel('Table', { exact: true }).selectOption('public.orders')
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  await page.getByLabel('Headers').fill('Authorization: Bearer {{vault:warehouse}}')
  await page.getByLabel('Attempts').fill('1')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('link', { name: 'notify' }).click()
  await journey().visit.ask(`insert into orders values (1, 'first')`)
  await untilShown(page.getByText('The receiver answered 500'))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByText('The receiver answered 500').click()
  const panel = page.getByRole('dialog')
  await untilShown(panel.getByText('out of order'))
  await untilShown(panel.getByText('Authorization: Bearer {{vault:warehouse}}'))
  expect(await accessibilityFaults(page)).toEqual([])
  receiver.accept()
  await panel.getByLabel('Row').fill('{"id": 1, "note": "edited"}')
  await panel.getByRole('button', { name: 'Send edited event' }).click()
  await untilShown(page.getByText('Delivered').last())
  const [first, last] = receiver.arrivals
  expect(first?.authorization).toBe(`Bearer ${password}`)
  expect(JSON.parse(last?.body ?? '')).toMatchObject({ type: 'INSERT', record: { note: 'edited' } })
  await page.goto(`/project/${ref}/logs/webhook_logs`)
  await untilShown(page.getByText(/notify: event \d+ was delivered/u).first())
})

test('a job in words runs, fails, tells its owner and is corrected', async () => {
  await page.goto(`/project/${ref}/integrations/cron`)
  await page.getByRole('button', { name: 'Enable cron' }).click()
  await page.getByRole('button', { name: 'New job' }).click()
  await page.getByLabel('Name', { exact: true }).fill('tidy orders')
  await page.getByLabel('Schedule').fill('every 2 seconds')
  await writeSql(page, 'SQL', 'delete from order')
  await page.getByRole('checkbox', { name: /email/iu }).check()
  await page.getByRole('button', { name: 'Create job' }).click()
  const mails = () => clientWithCookies(getSharedUrl()).call(utility.outbox, {})
  await expect
    .poll(async () => (await mails()).map(({ subject }) => subject), { timeout: 15_000 })
    .toContainEqual(expect.stringContaining('Failed: cron job tidy orders'))
  const mail = (await mails()).find(({ subject }) => subject.includes('tidy orders'))
  // The person of this test is signed in under the numeric address of the install.
  await page.goto(/^Runs: \w+:\/\/[^/]+(\S+)$/mu.exec(mail?.text ?? '')?.[1] ?? '')
  await untilShown(page.getByText(/syntax error at or near "order"/u).first())
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await choose('tidy orders', 'Edit')
  await writeSql(page, 'SQL', 'delete from orders where id = 1')
  await page.getByRole('button', { name: 'Save' }).click()
  const succeeded = `select count(*) > 0 from cron.job_run_details where status = 'succeeded'`
  await expect.poll(() => journey().visit.ask(succeeded), { timeout: 15_000 }).toEqual([['t']])
  await page.reload()
  await untilShown(page.getByText('Succeeded', { exact: true }))
  expect(await journey().visit.ask('select count(*) from orders')).toEqual([['0']])
})
