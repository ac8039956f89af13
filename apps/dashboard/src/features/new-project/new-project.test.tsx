// @vitest-environment jsdom
import { computeSizes } from '@basalt/catalog'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { distanceKm, generatePassword, needsEncoding, suggestRegion } from './new-project.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const strong = { result: { score: 4, feedback: { suggestions: [], warning: '' } } }
const answers = (create: object) =>
  signedIn({
    'POST /platform/profile/password-check': strong,
    'POST /platform/projects': create,
  })
const create = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Create project' }))

test('a project without a name is not sent, and the field says why', async () => {
  const { calls } = openApp('/new/acme', answers(shop))
  await screen.findByText('This password is strong.')
  await create()
  expect(await screen.findByText('Enter a name')).toBeTruthy()
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(calls.map(({ route }) => route)).not.toContain('POST /platform/projects')
})

test('what the server says about a field appears at the field', async () => {
  const refused = refusal(400, {
    kind: 'invalid_request',
    message: 'Check the input',
    fields: { name: 'There is a project of this name' },
  })
  openApp('/new/acme', answers(refused))
  await userEvent.type(await screen.findByLabelText('Name'), 'Shop')
  await screen.findByText('This password is strong.')
  await create()
  expect(await screen.findByText('There is a project of this name')).toBeTruthy()
  expect(screen.queryByText('Check the input')).toBeNull()
})

test('the limit of the plan is said in the form', async () => {
  const refused = refusal(402, {
    kind: 'payment_required',
    message: 'The Free plan has 2 active projects',
  })
  openApp('/new/acme', answers(refused))
  await userEvent.type(await screen.findByLabelText('Name'), 'Third')
  await screen.findByText('This password is strong.')
  await create()
  expect(await screen.findByText('The Free plan has 2 active projects')).toBeTruthy()
})

test('a created project is opened', async () => {
  const { address, calls } = openApp('/new/acme', answers(shop))
  await userEvent.type(await screen.findByLabelText('Name'), 'Shop')
  await screen.findByText('This password is strong.')
  await create()
  await waitFor(() => expect(address()).toBe(`/project/${shop.ref}`))
  const sent = calls.find(({ route }) => route === 'POST /platform/projects')?.body
  expect(sent).toMatchObject({ name: 'Shop', organization_slug: 'acme', compute_size: 'ci_small' })
})

test('every size shows its price', async () => {
  openApp('/new/acme', answers(shop))
  await screen.findByLabelText('Compute size')
  expect(screen.getAllByRole('option', { name: /\$[\d,]+\.\d\d\/month/u })).toHaveLength(
    computeSizes.length,
  )
})

describe('the region to begin with', () => {
  test.each([
    ['Europe/Berlin', 'eu-central-1'],
    ['Europe/Paris', 'eu-west-3'],
    ['America/Los_Angeles', 'us-west-1'],
    ['Asia/Tokyo', 'ap-northeast-1'],
  ])('is near %s', (zone, region) => {
    expect(suggestRegion('AWS', zone, false)).toBe(region)
  })

  test('is the default of the install where the time zone says nothing', () => {
    expect(suggestRegion('AWS', 'Etc/UTC', false)).toBe('us-east-2')
    expect(suggestRegion('AWS', 'Etc/UTC', true)).toBe('ap-southeast-1')
  })

  test('is one that the provider has', () => {
    expect(suggestRegion('FLY', 'Europe/Paris', false)).toBe('sin')
  })

  test('distances are great circles on an earth of 6371 km', () => {
    expect(Math.round(distanceKm([0, 0], [0, 180]))).toBe(20_015)
  })
})

describe('a generated password', () => {
  test('is long, differs each time and fits into a connection string', () => {
    const some = Array.from({ length: 50 }, () => generatePassword())
    expect(new Set(some).size).toBe(50)
    expect(some.every((password) => password.length === 20 && !needsEncoding(password))).toBe(true)
  })

  test.each(['p@ss', 'a/b', 'a b', "o'b", 'ä'])('%s needs percent-encoding', (password) => {
    expect(needsEncoding(password)).toBe(true)
  })
})

test.each(['Developer', 'Read-only'] as const)(
  'as %s the project cannot be created, and the button says why',
  async (role) => {
    const { calls } = openApp(
      '/new/acme',
      signedIn({ 'GET /platform/profile/permissions': rulesFor(role) }),
    )
    const button = await screen.findByRole('button', { name: 'Create project' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    await userEvent.click(button)
    expect(calls.map(({ route }) => route)).not.toContain('POST /platform/projects')
  },
)
