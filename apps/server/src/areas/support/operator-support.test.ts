import { randomBytes, randomUUID } from 'node:crypto'

import type { SentTo } from '@basalt/contract/route'
import { operatorSupport, support } from '@basalt/contract/support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { bug, mailTo, signUpOperator, visitor } from '../../testing/support-fixtures.ts'
import { signUp, startTestInstall, type TestInstall } from '../../testing/test-install.ts'

let install: TestInstall
let now = new Date('2026-11-21T09:00:00Z')

beforeAll(async () => {
  install = await startTestInstall({ clock: () => now, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => install.close())
beforeEach(() => {
  now = new Date('2026-11-21T09:00:00Z')
})

const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64')
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(64)])

describe('attachments', () => {
  const attach = (
    client: { call: ReturnType<typeof visitor>['call'] },
    name: string,
    content: Buffer | string,
  ) => client.call(support.attach, { body: { name, data: base64(content) } })

  test('are stored with the request and returned unchanged', async () => {
    const { client } = await signUp(install)
    const picture = await attach(client, 'screen.png', png)
    expect(picture).toMatchObject({ name: 'screen.png', type: 'image/png', size_bytes: png.length })
    const log = await attach(client, String.raw`C:\logs\app.log`, '\u001B[31mError\u001B[0m\n')
    expect(log).toMatchObject({ name: 'app.log', type: 'text/plain' })
    const body = { ...bug, attachments: [picture.id, log.id] }
    const { id } = await client.call(support.create, { body })
    const stored = await client.call(support.get, { params: { id } })
    expect(stored.attachments.map(({ name }) => name)).toEqual(['app.log', 'screen.png'])
    const file = await client.call(support.attachment, { params: { id: picture.id } })
    expect(Buffer.from(file.data, 'base64').equals(png)).toBe(true)
  })

  test.each([
    ['a program', Buffer.from('7f454c46020101000000', 'hex'), /Only images/u],
    ['a picture by its name only', Buffer.from([0, 1, 2, 3]), /Only images/u],
    ['an archive', Buffer.from('504b030414000000', 'hex'), /Only images/u],
    ['nothing', Buffer.alloc(0), /empty/u],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), /larger than 5 MB/u],
  ])('%s is refused by its bytes', async (_, content, message) => {
    const { client } = await signUp(install)
    const failure = attach(client, 'screen.png', content)
    await expect(failure).rejects.toMatchObject({
      code: 400,
      fields: { attachments: expect.stringMatching(message) as string },
    })
  })

  test('of 5 MB are accepted', async () => {
    const { client } = await signUp(install)
    const file = await attach(client, 'long.log', Buffer.alloc(5 * 1024 * 1024, 'a'))
    expect(file.size_bytes).toBe(5 * 1024 * 1024)
  })

  test('of another user cannot be attached or read', async () => {
    const owner = await signUp(install)
    const other = await signUp(install)
    const { id } = await attach(owner.client, 'screen.png', png)
    const body = { ...bug, attachments: [id] }
    await expect(other.client.call(support.create, { body })).rejects.toMatchObject({ code: 400 })
    await owner.client.call(support.create, { body })
    const read = other.client.call(support.attachment, { params: { id } })
    await expect(read).rejects.toMatchObject({ code: 404 })
    // A file belongs to one request.
    await expect(owner.client.call(support.create, { body })).rejects.toMatchObject({ code: 400 })
  })

  test('are deleted after a day without a request', async () => {
    const { client } = await signUp(install)
    const { id } = await attach(client, 'screen.png', png)
    now = new Date(now.getTime() + 25 * 60 * 60 * 1000)
    await attach(client, 'other.png', png)
    const body = { ...bug, attachments: [id] }
    await expect(client.call(support.create, { body })).rejects.toMatchObject({
      fields: { attachments: 'A file no longer exists. Remove it and attach it again.' },
    })
  })
})

describe('an operator', () => {
  test('answers: the author gets an email, reads it, and replies, which reopens the request', async () => {
    const { client, email } = await signUp(install)
    const { id, number } = await client.call(support.create, { body: bug })
    const staff = await signUpOperator(install)
    const params = { id }
    now = new Date('2026-11-21T10:00:00Z')
    await staff.client.call(operatorSupport.answer, { params, body: { text: 'Try version 2.' } })
    const mail = await mailTo(install, email, `Re: ${bug.subject} \\(#${number}\\)`)
    expect(mail.text).toContain('Try version 2.')
    expect(mail.text).toContain(`http://basalt.test/support/${id}`)
    expect(await client.call(support.get, { params })).toMatchObject({
      status: 'answered',
      updated_at: now.toISOString(),
      messages: [{ from: 'support', text: 'Try version 2.' }],
    })
    const again = await client.call(support.reply, { params, body: { text: 'It is version 2.' } })
    expect(again).toMatchObject({
      status: 'open',
      messages: [{ from: 'support' }, { from: 'author', text: 'It is version 2.' }],
    })
    const toOperator = await mailTo(install, 'support@basalt.test', `\\[#${number}\\] Re: `)
    expect(toOperator.text).toContain('It is version 2.')
    const closed = await staff.client.call(operatorSupport.close, { params })
    expect(closed.status).toBe('closed')
  })

  test('answers an author without an account by email only', async () => {
    const email = `${randomUUID()}@example.test`
    const { number } = await visitor(install).call(support.createPublic, {
      body: { ...bug, email },
    })
    const staff = await signUpOperator(install)
    const { requests } = await staff.client.call(operatorSupport.list, {
      query: { search: `#${number}` },
    })
    const [found] = requests
    expect(requests).toMatchObject([{ number, email, organization_name: null }])
    await staff.client.call(operatorSupport.answer, {
      params: { id: found?.id ?? '' },
      body: { text: 'Use a recovery code.' },
    })
    expect((await mailTo(install, email, /^Re: /u)).text).toBe('Use a recovery code.')
  })

  test('finds requests by state, words and number, page by page', async () => {
    const staff = await signUpOperator(install)
    const { client, email } = await signUp(install)
    await install.store
      .insertInto('support_requests')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          user_id: null,
          email,
          category: 'Problem' as const,
          severity: 'Low' as const,
          organization_id: null,
          project_id: null,
          affected_services: [],
          client_library: null,
          subject: `100%_${index}`,
          message: 'x',
          sid: null,
          allows_access: false,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
    await client.call(support.create, { body: { ...bug, subject: '100 per cent' } })
    const list = (query: SentTo<typeof operatorSupport.list>['query']) =>
      staff.client.call(operatorSupport.list, { query })
    const first = await list({ search: '100%_' })
    expect(first).toMatchObject({ has_more: true })
    expect(first.requests).toHaveLength(50)
    const before = first.requests.at(-1)?.number ?? 0
    const second = await list({ search: '100%_', before })
    expect(second).toMatchObject({ has_more: false })
    expect(second.requests.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 10 }, (_, index) => `100%_${9 - index}`),
    )
    expect(await list({ search: '100%_', status: 'closed' })).toEqual({
      requests: [],
      has_more: false,
    })
  })

  test('has exclusive access: for members these paths do not exist', async () => {
    const { client } = await signUp(install)
    const { id } = await client.call(support.create, { body: bug })
    const params = { id }
    const requested = [
      () => client.call(operatorSupport.list, { query: {} }),
      () => client.call(operatorSupport.get, { params }),
      () => client.call(operatorSupport.answer, { params, body: { text: 'x' } }),
      () => client.call(operatorSupport.close, { params }),
    ]
    for (const ask of requested) await expect(ask()).rejects.toMatchObject({ code: 404 })
  })
})

test('a mail server that is down loses no request: it is stored and answered', async () => {
  const failing = await startTestInstall({
    mailer: { send: () => Promise.reject(new Error('no mail server')) },
    disabledFeatures: ['support:show_client_libraries'],
  })
  const { client } = await signUp(failing)
  const { id } = await client.call(support.create, {
    body: { ...bug, client_library: 'Swift' },
  })
  const stored = await client.call(support.get, { params: { id } })
  // The operator switched the option off, so its value is ignored.
  expect(stored).toMatchObject({ status: 'open', client_library: null })
  await failing.close()
})
