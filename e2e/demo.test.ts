import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import {
  databaseChanges,
  databaseTables,
  members,
  organizations,
  projects,
  signIn,
} from '@basalt/contract'
import {
  clientWithCookies,
  type Started,
  type TemporaryFolder,
  temporaryFolder,
} from '@basalt/testkit'
import { Client } from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accessibilityFaults, everyTheme, openBrowser, openVisitor } from './browser.ts'
import { type Demo, startDemo } from './demo-install.ts'
import { untilShown } from './steps.ts'

let data: TemporaryFolder
let server: Started
let demo: Demo

beforeAll(async () => {
  data = await temporaryFolder()
  ;({ server, demo } = await startDemo(data.path))
})
afterAll(async () => {
  await server.stop()
  await data.remove()
})

async function getPerson(role: string) {
  const user = demo.users.find(({ email }) => email === `${role}@demo.test`)
  const client = clientWithCookies(demo.url)
  await client.call(signIn.signIn, {
    body: { email: user?.email ?? '', password: user?.password ?? '' },
  })
  return client
}

const shop = () => {
  const [first] = demo.projects
  if (first === undefined) throw new Error('The demo has no project')
  return first
}

describe('the demo', () => {
  test('keeps its notes where only their owner reads them', async () => {
    expect((await stat(join(data.path, 'demo.json'))).mode & 0o777).toBe(0o600)
    expect(demo.users.map(({ email }) => email)).toEqual(
      expect.arrayContaining(
        ['owner', 'administrator', 'developer', 'readonly', 'support', 'outsider'].map(
          (name) => `${name}@demo.test`,
        ),
      ),
    )
    expect(new Set(demo.users.map(({ password }) => password)).size).toBe(demo.users.length)
  })

  test.each([
    ['owner', 'Owner'],
    ['administrator', 'Administrator'],
    ['developer', 'Developer'],
    ['readonly', 'Read-only'],
  ])('%s signs in and is %s of the shop’s organization', async (name, role) => {
    const client = await getPerson(name)
    const list = await client.call(organizations.list, {})
    expect(list.find(({ slug }) => slug === shop().organization_slug)?.role).toBe(role)
  })

  test('outsider signs in and sees no organization and no project', async () => {
    const client = await getPerson('outsider')
    await expect(client.call(organizations.list, {})).resolves.toEqual([])
    await expect(client.call(projects.list, {})).resolves.toEqual([])
    const detail = client.call(projects.detail, { params: { ref: shop().ref } })
    await expect(detail).rejects.toMatchObject({ code: 404 })
  })

  test('readonly may look at rows and is refused every change', async () => {
    const reader = await getPerson('readonly')
    const detail = await reader.call(projects.detail, { params: { ref: shop().ref } })
    const connected = clientWithCookies(demo.url, () => ({
      'x-connection-encrypted': detail.connectionString ?? '',
    }))
    for (const [name, value] of reader.cookies) connected.cookies.set(name, value)
    const { tables } = await connected.call(databaseTables.list, {
      params: { ref: shop().ref },
      query: { search: 'orders' },
    })
    const params = { ref: shop().ref, id: tables.find(({ name }) => name === 'orders')?.id ?? 0 }
    const { rows } = await connected.call(databaseTables.rows, { params, query: {} })
    expect(rows).toHaveLength(100)
    const insert = connected.call(databaseChanges.save, {
      params,
      body: {
        id: '0190163d-8694-739b-aea5-966c26f8ad91',
        operations: [{ op: 'insert', table: params.id, values: {} }],
      },
    })
    await expect(insert).rejects.toMatchObject({ code: 403 })
  })

  test('support has a custom role in the shop and no more than its rights', async () => {
    const client = await getPerson('support')
    const list = await client.call(projects.list, {})
    expect(list.map(({ ref }) => ref)).toEqual([shop().ref])
    const rename = client.call(projects.rename, {
      params: { ref: shop().ref },
      body: { name: 'Mine' },
    })
    await expect(rename).rejects.toMatchObject({ code: 403 })
    const slug = shop().organization_slug
    const people = client.call(members.list, { params: { slug } })
    await expect(people).rejects.toMatchObject({ code: 403 })
  })

  test('an organization that requires multi-factor authentication is closed without it', async () => {
    const client = await getPerson('developer')
    const list = await client.call(organizations.list, {})
    const strict = list.find((one) => one.organization_requires_mfa)
    expect(demo.organizations).toContainEqual({ slug: strict?.slug })
    const people = client.call(members.list, { params: { slug: strict?.slug ?? '' } })
    await expect(people).rejects.toMatchObject({ kind: 'mfa_required' })
  })

  test('has a shop of a size that people have', async () => {
    const client = new Client(shop().connection_string)
    await client.connect()
    const count = async (text: string) =>
      Number((await client.query<{ n: string }>(text)).rows[0]?.n)
    expect(
      await count("select count(*) as n from pg_tables where schemaname = 'public'"),
    ).toBeGreaterThanOrEqual(20)
    expect(await count('select count(*) as n from orders')).toBe(100_000)
    expect(
      await count("select count(*) as n from pg_views where schemaname = 'public'"),
    ).toBeGreaterThan(0)
    expect(await count('select count(*) as n from pg_policies')).toBeGreaterThan(0)
    expect(
      await count("select count(*) as n from pg_constraint where contype = 'f'"),
    ).toBeGreaterThan(10)
    expect(await count("select count(*) as n from pg_type where typtype = 'e'")).toBeGreaterThan(0)
    await client.end()
  })

  describe('shows every state of billing', () => {
    let browser: Browser

    beforeAll(async () => {
      browser = await openBrowser()
    })
    afterAll(() => browser?.close())

    /** The organization's page as the person sees it, and what the banners there say. */
    async function open(person: string, name: string, area = '') {
      const client = await getPerson(person)
      const { page, context } = await openVisitor(browser, { url: demo.url })
      await context.addCookies(
        [...client.cookies].map(([key, value]) => ({ name: key, value, url: demo.url })),
      )
      const found = (await client.call(organizations.list, {})).find((one) => one.name === name)
      await page.goto(`/org/${found?.slug}${area}`)
      await untilShown(page.getByRole('heading', { level: 1 }).first())
      return { page, slug: found?.slug, close: () => context.close() }
    }

    test.each([
      [
        'billing',
        'Grace period',
        'Organization plan has exceeded its quota',
        'You are given a grace period until',
      ],
      [
        'billing',
        'Grace period over',
        'Grace period is over',
        'Your Projects will not be able to serve requests when you used up your quota.',
      ],
      [
        'billing',
        'Restricted',
        'Services Restricted',
        'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
      ],
      [
        'billing',
        'No billing address',
        'Missing Billing Information',
        'Please add a billing address. If you are a registered business, please add a tax ID too.',
      ],
      [
        'overdue',
        'Overdue here',
        'Outstanding Invoices',
        'Please pay invoices to avoid service disruption.',
      ],
      [
        'overdue',
        'Overdue elsewhere',
        'Outstanding Invoices in other Organization',
        'Please pay invoices',
      ],
    ])('%s: %s is told “%s”', async (...scene) => {
      const [person, name, title, message] = scene
      const { page, close } = await open(person, name)
      const banners = page.getByRole('region', { name: 'Banners' })
      await untilShown(banners.getByText(title, { exact: true }))
      await expect(banners.textContent()).resolves.toContain(message)
      await expect(banners.getByRole('link', { name: 'View Details' }).count()).resolves.toBe(1)
      await close()
    })

    test.each(['Free plan', 'Pro plan', 'Team plan'])('%s has nothing to be told', async (name) => {
      const { page, close } = await open('billing', name)
      const notice = page.getByText('16 May 2025').first()
      await untilShown(notice)
      await expect(page.getByRole('link', { name: 'View Details' }).count()).resolves.toBe(0)
      await close()
    })

    test('an organization of a marketplace is billed there', async () => {
      for (const name of ['Vercel marketplace', 'AWS marketplace']) {
        const { page, slug, close } = await open('billing', name, '/billing')
        await untilShown(page.getByText(/marketplace/iu).first())
        expect(slug?.startsWith('vercel_')).toBe(name.startsWith('Vercel'))
        const change = page.getByRole('button', { name: 'Change plan' })
        await expect(change.getAttribute('aria-disabled')).resolves.toBe('true')
        await close()
      }
    })

    test.each([
      '/operator',
      '/operator/notices',
      '/operator/invoices',
      '/operator/credits',
      '/operator/support',
      '/operator/sales',
      '/operator/release-gates',
    ])('the operator finds %s without an accessibility fault in any theme', async (path) => {
      const client = await getPerson('owner')
      const { page, context } = await openVisitor(browser, { url: demo.url })
      await context.addCookies(
        [...client.cookies].map(([key, value]) => ({ name: key, value, url: demo.url })),
      )
      await page.goto(path)
      await untilShown(page.getByRole('heading', { level: 1 }).first())
      await page.waitForLoadState('networkidle')
      expect(await accessibilityFaults(page, everyTheme)).toEqual([])
      await context.close()
    })

    test('a missing billing address of mails is shown as Unknown', async () => {
      const { page, close } = await open('billing', 'No billing e-mail', '/billing')
      const unknown = page.getByText('Unknown', { exact: true }).first()
      await untilShown(unknown)
      await expect(unknown.isVisible()).resolves.toBe(true)
      await close()
    })
  })

  test('starts again with what it has', async () => {
    await server.stop()
    const again = await startDemo(data.path)
    ;({ server } = again)
    expect(again.demo.users).toEqual(demo.users)
    expect(again.demo.projects.map(({ ref }) => ref)).toEqual(demo.projects.map(({ ref }) => ref))
    ;({ demo } = again)
    await expect((await getPerson('owner')).call(projects.list, {})).resolves.not.toEqual([])
  })

  test('refuses to let other machines in', async () => {
    await expect(startDemo(data.path, { BASALT_HOST: '0.0.0.0' })).rejects.toThrow(
      'listens on this machine only',
    )
  })
})
