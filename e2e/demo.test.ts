import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { databaseTables, members, organizations, projects, signIn } from '@basalt/contract'
import {
  clientWithCookies,
  type Started,
  type TemporaryFolder,
  temporaryFolder,
} from '@basalt/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Demo, startDemo } from './demo-install.ts'

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

async function personOf(role: string) {
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
    const client = await personOf(name)
    const list = await client.call(organizations.list, {})
    expect(list.find(({ slug }) => slug === shop().organization_slug)?.role).toBe(role)
  })

  test('outsider signs in and sees no organization and no project', async () => {
    const client = await personOf('outsider')
    await expect(client.call(organizations.list, {})).resolves.toEqual([])
    await expect(client.call(projects.list, {})).resolves.toEqual([])
    const detail = client.call(projects.detail, { params: { ref: shop().ref } })
    await expect(detail).rejects.toMatchObject({ code: 404 })
  })

  test('readonly may look at rows and is refused every change', async () => {
    const reader = await personOf('readonly')
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
    const insert = connected.call(databaseTables.insertRow, { params, body: { values: {} } })
    await expect(insert).rejects.toMatchObject({ code: 403 })
  })

  test('support has a custom role in the shop and no more than its rights', async () => {
    const client = await personOf('support')
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
    const client = await personOf('developer')
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

  test('starts again with what it has', async () => {
    await server.stop()
    const again = await startDemo(data.path)
    ;({ server } = again)
    expect(again.demo.users).toEqual(demo.users)
    expect(again.demo.projects.map(({ ref }) => ref)).toEqual(demo.projects.map(({ ref }) => ref))
    ;({ demo } = again)
    await expect((await personOf('owner')).call(projects.list, {})).resolves.not.toEqual([])
  })

  test('refuses to let other machines in', async () => {
    await expect(startDemo(data.path, { BASALT_HOST: '0.0.0.0' })).rejects.toThrow(
      'listens on this machine only',
    )
  })
})
