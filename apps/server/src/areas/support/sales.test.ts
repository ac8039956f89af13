import { randomUUID } from 'node:crypto'

import { contact, operatorSales } from '@basalt/contract/contact'
import type { SentTo } from '@basalt/contract/route'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { mailTo, signUpOperator, visitor } from '../../testing/support-fixtures.ts'
import { signUp, startTestInstall, type TestInstall } from '../../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall({ trustedProxies: ['127.0.0.1'] })
})
afterAll(() => install.close())

const inquiry = (change: object = {}): SentTo<typeof contact.enterprise> => ({
  body: {
    name: 'Olga Berg',
    email: `${randomUUID()}@example.test`,
    company: `Works ${randomUUID()}`,
    message: 'Forty projects in Frankfurt',
    ...change,
  },
})

test('an inquiry is stored, emailed to the operator and marked as handled once', async () => {
  const { body } = inquiry()
  await visitor(install).call(contact.enterprise, { body })
  const mail = await mailTo(install, 'support@basalt.test', `Enterprise plan: ${body.company}`)
  expect(mail.text).toContain(`Name: Olga Berg\nEmail: ${body.email}`)
  expect(mail.text).toContain('Forty projects in Frankfurt')
  const { client } = await signUpOperator(install)
  const [found] = await client.call(operatorSales.list, {})
  expect(found).toMatchObject({ ...body, handled_at: null })
  const params = { id: found?.id ?? '' }
  const handled = await client.call(operatorSales.handle, { params })
  expect(handled.handled_at).not.toBeNull()
  expect(await client.call(operatorSales.handle, { params })).toEqual(handled)
})

test('open inquiries come before the others, newest first', async () => {
  const { client } = await signUpOperator(install)
  for (const company of ['First', 'Second', 'Third']) {
    await visitor(install).call(contact.enterprise, inquiry({ company }))
  }
  const names = async () =>
    (await client.call(operatorSales.list, {}))
      .map(({ company }) => company)
      .filter((company) => ['First', 'Second', 'Third'].includes(company))
  expect(await names()).toEqual(['Third', 'Second', 'First'])
  const all = await client.call(operatorSales.list, {})
  const third = all.find(({ company }) => company === 'Third')?.id ?? ''
  await client.call(operatorSales.handle, { params: { id: third } })
  expect(await names()).toEqual(['Second', 'First', 'Third'])
})

test.each([
  ['name', ' ', 'Enter your name'],
  ['email', 'olga', 'Enter a valid email address'],
  ['company', '', 'Enter the name of your company'],
  ['message', '', 'Write what you need'],
  ['message', 'x'.repeat(5001), 'Use at most 5000 characters'],
])('an invalid %s is refused at its field', async (field, value, message) => {
  const failure = visitor(install).call(contact.enterprise, inquiry({ [field]: value }))
  await expect(failure).rejects.toMatchObject({ code: 400, fields: { [field]: message } })
})

test('one address can send five inquiries an hour', async () => {
  const client = visitor(install)
  for (let count = 0; count < 5; count += 1) await client.call(contact.enterprise, inquiry())
  const more = client.call(contact.enterprise, inquiry())
  await expect(more).rejects.toMatchObject({ kind: 'rate_limited' })
})

test('members do not see the inquiries', async () => {
  const { client } = await signUp(install)
  await expect(client.call(operatorSales.list, {})).rejects.toMatchObject({ code: 404 })
  const handled = client.call(operatorSales.handle, { params: { id: randomUUID() } })
  await expect(handled).rejects.toMatchObject({ code: 404 })
})
