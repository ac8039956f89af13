import { randomUUID } from 'node:crypto'

import { affectedServices, supportCategories } from '@basalt/catalog'
import { accessTokens } from '@basalt/contract/account/access-tokens'
import { createClient } from '@basalt/contract/client'
import { audit } from '@basalt/contract/organization/audit'
import { organizations } from '@basalt/contract/organization/organizations'
import type { SentTo } from '@basalt/contract/route'
import { support } from '@basalt/contract/support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { bug, mailTo, visitor } from '../../testing/support-fixtures.ts'
import {
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let now = new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  install = await startTestInstall({ clock: () => now, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => install.close())
beforeEach(() => {
  now = new Date('2026-11-21T09:00:00Z')
})

describe('a request of a signed-in user', () => {
  test('is stored completely, and listed for its author alone', async () => {
    const { client, email, organization } = await signUpOwner(install)
    const { ref } = await createProject(client, organization.slug)
    const body = {
      ...bug,
      severity: 'High',
      organization_slug: organization.slug,
      project_ref: ref,
      affected_services: ['Dashboard', 'Database'],
      client_library: 'Python (alpha)',
      sid: 'req-1',
      allows_access: true,
    } satisfies SentTo<typeof support.create>['body']
    const { id, number } = await client.call(support.create, { body })
    const stored = await client.call(support.get, { params: { id } })
    expect(stored).toMatchObject({
      ...bug,
      number,
      email,
      severity: 'High',
      status: 'open',
      has_account: true,
      organization: { slug: organization.slug, name: 'Acme' },
      project: { ref, name: 'Shop' },
      affected_services: ['Dashboard', 'Database'],
      client_library: 'Python (alpha)',
      sid: 'req-1',
      allows_access: true,
      created_at: now.toISOString(),
      messages: [],
    })
    expect(await client.call(support.list, {})).toMatchObject([{ id, number, status: 'open' }])
    const outsider = await signUp(install, 'outsider')
    expect(await outsider.client.call(support.list, {})).toEqual([])
    const missing = { code: 404, message: 'This request does not exist' }
    for (const params of [{ id }, { id: randomUUID() }]) {
      const requested = outsider.client.call(support.get, { params })
      await expect(requested).rejects.toMatchObject(missing)
      const said = outsider.client.call(support.reply, { params, body: { text: 'x' } })
      await expect(said).rejects.toMatchObject(missing)
    }
  })

  test('is emailed to the operator, and confirmed to its author', async () => {
    const { client, email } = await signUp(install)
    const { id, number } = await client.call(support.create, { body: bug })
    const toOperator = await mailTo(install, 'support@basalt.test', `#${number}, Normal`)
    expect(toOperator.text).toContain(`From: ${email}\nCategory: Dashboard bug\nSeverity: Normal`)
    expect(toOperator.text).toContain(bug.message)
    expect(toOperator.text).toContain(`http://basalt.test/operator/support/${id}`)
    const confirmation = await mailTo(install, email, `We received your request #${number}`)
    expect(confirmation.text).toContain(`http://basalt.test/support/${id}`)
  })

  test('accepts each of the categories and services', async () => {
    const { client } = await signUp(install)
    for (const { id: category } of supportCategories) {
      const body = { ...bug, category, affected_services: [...affectedServices] }
      const { id } = await client.call(support.create, { body })
      expect(await client.call(support.get, { params: { id } })).toMatchObject({ category })
    }
  })

  test.each([
    ['an unknown category', { category: 'Dashboard_Bug' }, 'category', 'Choose a category'],
    ['an unknown severity', { severity: 'Panic' }, 'severity', 'Choose a severity'],
    ['a blank subject', { subject: '  ' }, 'subject', 'Enter a subject'],
    [
      'a subject of two lines',
      { subject: 'Two\nlines' },
      'subject',
      'Remove line breaks and invisible characters',
    ],
    [
      'a subject that is too long',
      { subject: 'x'.repeat(201) },
      'subject',
      'Use at most 200 characters',
    ],
    ['no message', { message: '' }, 'message', 'Enter a message'],
    [
      'a message that is too long',
      { message: 'x'.repeat(10_001) },
      'message',
      'Use at most 10,000 characters',
    ],
    [
      'more than five files',
      { attachments: Array.from({ length: 6 }, () => randomUUID()) },
      'attachments',
      'Attach at most 5 files',
    ],
    [
      'a file that is not there',
      { attachments: [randomUUID()] },
      'attachments',
      'A file no longer exists. Remove it and attach it again.',
    ],
    [
      'an unknown organization',
      { organization_slug: 'nowhere' },
      'organization_slug',
      "We couldn't find that organization",
    ],
    [
      'an unknown project',
      { project_ref: 'nowhere' },
      'project_ref',
      'This project does not exist',
    ],
  ])('with %s is refused at the field, and not stored', async (...[, change, field, message]) => {
    const { client } = await signUp(install)
    const failure = client.call(support.create, { body: { ...bug, ...change } as typeof bug })
    await expect(failure).rejects.toMatchObject({ code: 400, fields: { [field]: message } })
    expect(await client.call(support.list, {})).toEqual([])
  })

  test('names only organizations and projects of its author', async () => {
    const owner = await signUpOwner(install)
    const other = await signUpOwner(install)
    const { slug } = owner.organization
    const { ref } = await createProject(owner.client, slug)
    const ask = (place: object) => other.client.call(support.create, { body: { ...bug, ...place } })
    await expect(ask({ organization_slug: slug })).rejects.toMatchObject({
      fields: { organization_slug: "We couldn't find that organization" },
    })
    const missing = { fields: { project_ref: 'This project does not exist' } }
    await expect(ask({ project_ref: ref })).rejects.toMatchObject(missing)
    // A project of one's own is not in every organization of one's own.
    const second = await owner.client.call(organizations.create, { body: { name: 'Second' } })
    const mixed = owner.client.call(support.create, {
      body: { ...bug, organization_slug: second.slug, project_ref: ref },
    })
    await expect(mixed).rejects.toMatchObject(missing)
  })

  test('consents to access only when it names a project or organization', async () => {
    const { client } = await signUp(install)
    const { id } = await client.call(support.create, { body: { ...bug, allows_access: true } })
    expect(await client.call(support.get, { params: { id } })).toMatchObject({
      allows_access: false,
    })
  })

  test('is in the audit log of its author, without its text', async () => {
    const { client } = await signUp(install)
    const { number } = await client.call(support.create, { body: bug })
    const { rows } = await client.call(audit.ofAccount, { query: {} })
    const [entry] = rows
    expect(entry).toMatchObject({
      action: 'support_request.created',
      target: { kind: 'support_request', name: `#${number}` },
      after: { category: 'Dashboard_bug', severity: 'Normal' },
    })
    expect(JSON.stringify(entry)).not.toContain(bug.subject)
  })

  test('cannot be made with an access token of any kind', async () => {
    const { client } = await signUp(install)
    const { token } = await client.call(accessTokens.create, { body: { name: 'script' } })
    const script = createClient({ baseUrl: install.url, token: () => token })
    const refused = { code: 403 }
    await expect(script.call(support.create, { body: bug })).rejects.toMatchObject(refused)
    await expect(script.call(support.list, {})).rejects.toMatchObject(refused)
  })

  test('is limited to twenty in an hour', async () => {
    const { client } = await signUp(install)
    const send = () => client.call(support.create, { body: bug })
    for (let count = 0; count < 20; count += 1) await send()
    await expect(send()).rejects.toMatchObject({ kind: 'rate_limited' })
  })
})

describe('a request without an account', () => {
  test('is stored and emailed; its confirmation repeats none of the text', async () => {
    const email = `${randomUUID()}@example.test`
    const { number } = await visitor(install).call(support.createPublic, {
      body: { ...bug, category: 'Login_issues', subject: 'Buy now', email },
    })
    const { text, subject } = await mailTo(install, email, `#${number}`)
    expect(subject + text).not.toMatch(/Buy now|Nothing is shown/u)
    const toOperator = await mailTo(install, 'support@basalt.test', `#${number}, `)
    expect(toOperator.text).toContain(`From: ${email} (no account)`)
  })

  test('needs a valid email address', async () => {
    const failure = visitor(install).call(support.createPublic, {
      body: { ...bug, email: 'nobody' },
    })
    await expect(failure).rejects.toMatchObject({
      fields: { email: 'Enter a valid email address' },
    })
  })

  test('is limited by client address, and by the email address it names', async () => {
    const limited = { kind: 'rate_limited' }
    const send = (client: ReturnType<typeof visitor>, email: string) =>
      client.call(support.createPublic, { body: { ...bug, email } })
    const one = visitor(install)
    for (let count = 0; count < 5; count += 1) await send(one, `${randomUUID()}@example.test`)
    await expect(send(one, `${randomUUID()}@example.test`)).rejects.toMatchObject(limited)
    const email = `${randomUUID()}@example.test`
    for (let count = 0; count < 5; count += 1) await send(visitor(install), email)
    await expect(send(visitor(install), email.toUpperCase())).rejects.toMatchObject(limited)
  })

  test('is readable for the operator only', async () => {
    const { client, email } = await signUp(install)
    await visitor(install).call(support.createPublic, { body: { ...bug, email } })
    expect(await client.call(support.list, {})).toEqual([])
  })
})
