// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { refusal, shop } from '../../../testing/answers.ts'
import { openQuery } from '../../../testing/open-query.tsx'

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const claims = () => screen.getByLabelText(/User claims/u)
const paste = async (text: string) => {
  await userEvent.click(claims())
  await userEvent.paste(text)
}
const getValue = (field: HTMLElement) => (field as HTMLTextAreaElement).value
const chooseRole = (name: string) => userEvent.selectOptions(screen.getByLabelText('Role'), name)

test('invalid claims are kept, reported, and nothing is run without them', async () => {
  const { run } = await openQuery('select 1')
  await press('postgres')
  await screen.findByRole('option', { name: 'anon' })
  await chooseRole('anon')
  await paste('{"sub": ')
  await userEvent.keyboard('{Escape}')
  await press('Run')
  const reported = await screen.findByText(/claims of the session role must be a JSON object/u)
  expect(run.requested).toEqual([])
  await press('anon, claims are not valid')
  await waitFor(() => expect(getValue(claims())).toBe('{"sub": '))
  expect(claims().getAttribute('aria-invalid')).toBe('true')
  await paste('"7"}')
  expect(claims().getAttribute('aria-invalid')).toBeNull()
  expect(reported.isConnected).toBe(false)
  await userEvent.keyboard('{Escape}')
  await press('Run')
  await waitFor(() => expect(run.requested).toHaveLength(1))
  expect(run.requested[0]?.body['settings']).toEqual({ as: { role: 'anon', claims: { sub: '7' } } })
})

test('claims are kept for another role, and not sent with it', async () => {
  const { run } = await openQuery('select 1')
  await press('postgres')
  await screen.findByRole('option', { name: 'anon' })
  await chooseRole('anon')
  await paste('{"sub": "7"}')
  await chooseRole('postgres')
  await press('Run')
  await waitFor(() => expect(run.requested).toHaveLength(1))
  expect(run.requested[0]?.body['settings']).toEqual({})
  await press('postgres')
  await waitFor(() => expect(screen.getByLabelText('Role')).toBeTruthy())
  await chooseRole('anon')
  expect(getValue(claims())).toBe('{"sub": "7"}')
})

test('the claims of a user are read from the database by email', async () => {
  const { run } = await openQuery('select 1', {
    [`GET /platform/pg-meta/${shop.ref}/viewers/user`]: (_: unknown, query: URLSearchParams) =>
      query.get('email') === 'ann@example.test'
        ? { claims: { sub: '7', role: 'authenticated' } }
        : refusal(404, { message: 'No user in auth.users has this email' }),
  })
  await press('postgres')
  await screen.findByRole('option', { name: 'anon' })
  await chooseRole('anon')
  const email = screen.getByLabelText(/User email/u)
  await userEvent.type(email, 'bob@example.test{Enter}')
  expect(await screen.findByText('No user in auth.users has this email')).toBeTruthy()
  expect(email.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(email)
  await userEvent.type(email, 'ann@example.test')
  await press('Find')
  await waitFor(() => expect(JSON.parse(getValue(claims()))).toMatchObject({ sub: '7' }))
  await userEvent.keyboard('{Escape}')
  await press('Run')
  await waitFor(() => expect(run.requested).toHaveLength(1))
  expect(run.requested[0]?.body['settings']).toEqual({
    as: { role: 'anon', claims: { sub: '7', role: 'authenticated' } },
  })
})

test('the roles are loaded when the panel opens, and missing ones can be created there', async () => {
  const { calls } = await openQuery('select 1', {
    [`GET /platform/pg-meta/${shop.ref}/viewers`]: {
      roles: [{ name: 'postgres', bypasses_policies: true }],
      setup_sql: 'create role anon nologin;',
    },
  })
  const reads = () => calls.filter(({ route }) => route.endsWith('/viewers')).length
  await press('postgres')
  await userEvent.click(await screen.findByText(/Roles for an application are missing: create/u))
  expect(await screen.findByRole('button', { name: 'Create these roles' })).toBeTruthy()
  await waitFor(() => expect(reads()).toBe(1))
  await userEvent.keyboard('{Escape}')
  await press('postgres')
  await waitFor(() => expect(reads()).toBe(2))
})

test('parameters of a script with several statements are refused at the run', async () => {
  const { run } = await openQuery('select :a;\nselect :b')
  await userEvent.click(await screen.findByRole('button', { name: 'More ways to run' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Run everything/u }))
  expect(
    await screen.findByText(/Parameters apply to one statement. Place the cursor/u),
  ).toBeTruthy()
  await press('Dismiss')
  expect(screen.queryByText(/Parameters apply to one statement/u)).toBeNull()
  expect(run.requested).toEqual([])
})
