import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { signIn } from '@basalt/contract/account/sign-in'
import { customers } from '@basalt/contract/billing/customer'
import { invoices } from '@basalt/contract/billing/invoices'
import { databaseChanges } from '@basalt/contract/database/changes'
import { databaseTables } from '@basalt/contract/database/tables'
import { members } from '@basalt/contract/organization/members'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { status } from '@basalt/contract/status'
import {
  clientWithCookies,
  type Started,
  type TemporaryFolder,
  temporaryFolder,
} from '@basalt/testkit'
import { Client } from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  accessibilityFaults,
  endVisits,
  openBrowser,
  openVisitor,
  type Visitor,
} from './browser.ts'
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
  test('stores its notes where only their owner can read them', async () => {
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

  test('readonly may read rows and is refused every change', async () => {
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

  test('has a shop of a realistic size', async () => {
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

  // A page test checks the text of each of these states.
  describe('has an organization in every state of billing', () => {
    async function getOrganization(person: string, name: string) {
      const client = await getPerson(person)
      const list = await client.call(organizations.list, {})
      const found = list.find((one) => one.name === name)
      if (found === undefined) throw new Error(`The demo has no organization ${name}`)
      return { client, organization: found, params: { slug: found.slug } }
    }

    test.each([
      ['Grace period', 'grace_period'],
      ['Grace period over', 'grace_period_over'],
      ['Restricted', 'restricted'],
    ])('%s has the restriction %s', async (name, restriction) => {
      const { organization } = await getOrganization('billing', name)
      expect(organization.restriction_status).toBe(restriction)
    })

    test.each(['Free', 'Pro', 'Team'])('one on the %s plan has no restriction', async (plan) => {
      const { organization } = await getOrganization('billing', `${plan} plan`)
      expect(organization.plan.name).toBe(plan)
      expect(organization.restriction_status).toBe(null)
    })

    test('one on a paid plan has no billing address, and one has no address for emails', async () => {
      const { client, params, organization } = await getOrganization(
        'billing',
        'No billing address',
      )
      expect(organization.plan.id).not.toBe('free')
      expect(await client.call(customers.get, { params })).toMatchObject({ address: null })
      const mails = await getOrganization('billing', 'No billing email')
      expect(mails.organization.billing_email).toBe(null)
    })

    test('one owes an invoice, and its owner has another one that owes none', async () => {
      const { client, organization } = await getOrganization('overdue', 'Overdue here')
      const elsewhere = await getOrganization('overdue', 'Overdue elsewhere')
      const owed = (await client.call(invoices.overdue, {})).map((one) => one.organization_id)
      expect(owed).toContain(organization.id)
      expect(owed).not.toContain(elsewhere.organization.id)
    })

    test.each([
      ['Vercel marketplace', 'vercel-marketplace'],
      ['AWS marketplace', 'aws-marketplace'],
    ])('%s is billed there', async (name, manager) => {
      const { organization } = await getOrganization('billing', name)
      expect(organization.managed_by).toBe(manager)
      expect(organization.slug.startsWith('vercel_')).toBe(name.startsWith('Vercel'))
    })

    test('a notice informs everyone about the outage on 16 May 2025', async () => {
      const { notices } = await clientWithCookies(demo.url).call(status.get, {})
      expect(notices).toContain('dashboard-outage-2025-05-16')
    })
  })

  describe('the browser', () => {
    let browser: Browser
    let operator: Visitor

    /** A browser context of its own for a person who is signed in. */
    async function visitAs(role: string) {
      const client = await getPerson(role)
      const visitor = await openVisitor(browser, { url: demo.url })
      const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: demo.url }))
      await visitor.context.addCookies(cookies)
      return { client, ...visitor }
    }

    beforeAll(async () => {
      browser = await openBrowser()
      operator = await visitAs('owner')
    })
    afterAll(endVisits)

    test('shows that an organization is restricted', async () => {
      const { client, page, context } = await visitAs('billing')
      const list = await client.call(organizations.list, {})
      await page.goto(`/org/${list.find(({ name }) => name === 'Restricted')?.slug}`)
      const banners = page.getByRole('region', { name: 'Banners' })
      await untilShown(banners.getByText('Services Restricted', { exact: true }))
      expect(await banners.getByRole('link', { name: 'View Details' }).count()).toBe(1)
      await context.close()
    })

    test.each([
      '/operator',
      '/operator/notices',
      '/operator/invoices',
      '/operator/credits',
      '/operator/support',
      '/operator/sales',
      '/operator/release-gates',
      '/operator/jobs',
    ])('shows the operator’s page %s without an accessibility fault', async (path) => {
      const { page } = operator
      await page.goto(path)
      await untilShown(page.getByRole('heading', { level: 1 }).first())
      await page.waitForLoadState('networkidle')
      expect(await accessibilityFaults(page)).toEqual([])
    })
  })

  test('starts again with its existing data', async () => {
    await server.stop()
    const again = await startDemo(data.path)
    ;({ server } = again)
    expect(again.demo.users).toEqual(demo.users)
    expect(again.demo.projects.map(({ ref }) => ref)).toEqual(demo.projects.map(({ ref }) => ref))
    ;({ demo } = again)
    await expect((await getPerson('owner')).call(projects.list, {})).resolves.not.toEqual([])
  })

  test('refuses connections from other machines', async () => {
    await expect(startDemo(data.path, { BASALT_HOST: '0.0.0.0' })).rejects.toThrow(
      'listens on this machine only',
    )
  })
})
