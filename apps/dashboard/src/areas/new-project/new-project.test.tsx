// @vitest-environment jsdom
import { cloudProviders, computeSizes, listRegions } from '@basalt/catalog'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { generatePassword, needsEncoding } from '../../product/database-password.ts'
import {
  acme,
  install,
  profile,
  refusal,
  rulesFor,
  shop,
  signedIn,
  unbilledInstall,
} from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { suggestPosition, suggestRegion } from './new-project.ts'

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

test('a project without a name is not sent, and the field has the reason', async () => {
  const { calls } = openApp('/new/acme', answers(shop))
  await screen.findByText('This password is strong.')
  await create()
  expect(await screen.findByText('Enter a name')).toBeTruthy()
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(calls.map(({ route }) => route)).not.toContain('POST /platform/projects')
})

test('a refusal of a field is shown at the field', async () => {
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

const overLimit = refusal(402, {
  kind: 'payment_required',
  message: 'The Free plan has 2 active projects',
})
const withBilling = { ...install, capabilities: [...install.capabilities, 'billing' as const] }

const send = async (name: string) => {
  await userEvent.type(await screen.findByLabelText('Name'), name)
  await screen.findByText('This password is strong.')
  await create()
}

test('a refusal because of the plan or an unpaid bill is shown at the top, with a link to billing', async () => {
  openApp('/new/acme', answers(overLimit), withBilling)
  await send('Third')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The Free plan has 2 active projects')
  expect(document.activeElement?.contains(alert)).toBe(true)
  const form = screen.getByLabelText('Name').closest('form')
  expect(form?.querySelector('[role="alert"], input')).toBe(alert)
  const link = within(alert).getByRole('link', { name: 'Open billing' })
  expect(link.getAttribute('href')).toBe('/org/acme/billing')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Third')
})

test('other refusals have no link to billing', async () => {
  const refused = refusal(409, { kind: 'conflict', message: 'This install manages one database' })
  openApp('/new/acme', answers(refused), withBilling)
  await send('Shop')
  expect(await screen.findByText('This install manages one database')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open billing' })).toBeNull()
})

test('without billing there is no link to it', async () => {
  openApp('/new/acme', answers(overLimit), unbilledInstall)
  await send('Third')
  expect(await screen.findByText('The Free plan has 2 active projects')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open billing' })).toBeNull()
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

describe('on the Free plan', () => {
  test('larger sizes are disabled, and the page names the plans with them', async () => {
    openApp('/new/acme', answers(shop))
    const sizes = within(await screen.findByLabelText('Compute size'))
    await screen.findByText(/Larger sizes require a paid plan/u)
    const open = sizes.getAllByRole('option').filter((one) => !(one as HTMLOptionElement).disabled)
    expect(open.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Small/u)])
  })

  test('SPEC.md section 9: "2 active projects": the page reports the reached limit at once', async () => {
    const two = [shop, { ...shop, id: 2, ref: 'second', name: 'Second' }]
    openApp('/new/acme', signedIn({ 'GET /platform/projects': two }), withBilling)
    expect(await screen.findByText('The Free plan includes 2 active projects')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Change the plan' })
    expect(link.getAttribute('href')).toBe('/org/acme/billing')
  })

  test('a paused project does not count towards the limit', async () => {
    const one = [shop, { ...shop, id: 2, ref: 'second', status: 'INACTIVE' as const }]
    openApp('/new/acme', signedIn({ 'GET /platform/projects': one }), withBilling)
    await screen.findByLabelText('Name')
    expect(screen.queryByText(/includes 2 active projects/u)).toBeNull()
  })

  test('a link with another plan leads to the page that changes it', async () => {
    openApp('/new/acme?plan=team', answers(shop), withBilling)
    expect(await screen.findByText('This organization is on the Free plan')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Change the plan' })).toBeTruthy()
  })
})

describe('the cost of the project', () => {
  const pro = { ...acme, plan: { id: 'pro', name: 'Pro' } }
  const open = (more = {}) =>
    openApp('/new/acme', signedIn({ 'GET /platform/organizations': [pro], ...more }))
  const choose = async (size: string) =>
    userEvent.selectOptions(await screen.findByLabelText('Compute size'), size)
  const summary = () => screen.findByRole('region', { name: 'Cost' })

  test('is next to the size: by the month, by the hour, and the covered part', async () => {
    open()
    await choose('ci_medium')
    const field = (await screen.findByText('$10.00 per month · $0.01344 per hour')).parentElement
    expect(field?.textContent).toContain('covered by $10.00 of compute credits')
  })

  test('is totalled before the button: the price, less the credits', async () => {
    open()
    await choose('ci_large')
    const text = (await summary()).textContent
    expect(text).toContain('Compute, per month$110.00')
    expect(text).toContain('Compute credits of the plan-$10.00')
    expect(text).toContain('Added each month$100.00')
  })

  test('is zero for the smallest size', async () => {
    open()
    expect((await summary()).textContent).toContain('No extra cost')
  })

  test('counts credits only once: active projects use them first', async () => {
    const busy = { ...shop, compute_size: 'ci_medium' as const }
    open({ 'GET /platform/projects': [busy] })
    await choose('ci_medium')
    expect(
      await screen.findByText('the $10.00 of compute credits are used by other projects'),
    ).toBeTruthy()
    expect((await summary()).textContent).toContain('Added each month$10.00')
  })

  test('is hidden when prices are switched off', async () => {
    openApp(
      '/new/acme',
      signedIn({
        'GET /platform/profile': {
          ...profile,
          disabled_features: ['project_addons:show_compute_price'],
        },
      }),
    )
    await screen.findByLabelText('Compute size')
    expect(screen.queryByRole('region', { name: 'Cost' })).toBeNull()
    expect(document.body.textContent).not.toContain('$')
  })
})

const everywhere = cloudProviders.flatMap((provider) =>
  listRegions(provider).map(({ code }) => ({ cloud_provider: provider, region: code })),
)
const withRegions = { ...install, placements: everywhere }

test('an engine without regions shows and sends none', async () => {
  const { calls } = openApp('/new/acme', answers(shop))
  await send('Shop')
  expect(screen.queryByLabelText('Cloud provider')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Region:/u })).toBeNull()
  await waitFor(() => {
    const sent = calls.find(({ route }) => route === 'POST /platform/projects')?.body
    expect(Object.keys(sent ?? {}).toSorted()).toEqual([
      'compute_size',
      'db_pass',
      'name',
      'organization_slug',
    ])
  })
})

describe('the region', () => {
  test('is one of the engine’s', async () => {
    const placements = [
      { cloud_provider: 'AWS' as const, region: 'eu-north-1' },
      { cloud_provider: 'AWS' as const, region: 'sa-east-1' },
    ]
    openApp('/new/acme', answers(shop), { ...install, placements })
    const list = await pick()
    const names = list.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names).toHaveLength(2)
    expect(names.join(' ')).toMatch(/Stockholm.*São Paulo|São Paulo.*Stockholm/u)
    const providers = within(screen.getByLabelText('Cloud provider')).getAllByRole('option')
    expect(providers.map(({ textContent }) => textContent)).toEqual(['AWS'])
  })

  const pick = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Region:/u }))
    return within(await screen.findByRole('listbox'))
  }

  test('may be a part of the world, which stands for one region', async () => {
    const { calls } = openApp('/new/acme', answers(shop), withRegions)
    const list = await pick()
    const names = list.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names.slice(-3)).toEqual([
      'Americasany region: us-east-1',
      'Europeany region: eu-central-1',
      'APACany region: ap-southeast-1',
    ])
    await userEvent.click(list.getByRole('option', { name: /^Europe/u }))
    expect(
      await screen.findByRole('button', { name: 'Region: Central EU (Frankfurt)' }),
    ).toBeTruthy()
    await send('Shop')
    await waitFor(() =>
      expect(calls.find(({ route }) => route === 'POST /platform/projects')?.body).toMatchObject({
        region: 'eu-central-1',
      }),
    )
  })

  test('that is nearest is marked as a guess', async () => {
    const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    zone.mockReturnValue({ timeZone: 'Europe/Paris' } as Intl.ResolvedDateTimeFormatOptions)
    openApp('/new/acme', answers(shop), withRegions)
    expect(
      await screen.findByText(/Nearest to you: West EU \(Paris\), estimated from your time zone/u),
    ).toBeTruthy()
    const list = await pick()
    const marked = list.getAllByRole('option').filter((one) => one.textContent?.includes('Nearest'))
    expect(marked.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('West EU (Paris)'),
    ])
    zone.mockRestore()
  })

  test('is not marked as nearest when the provider has a single one', async () => {
    openApp('/new/acme', answers(shop), withRegions)
    await userEvent.selectOptions(await screen.findByLabelText('Cloud provider'), 'Fly.io')
    expect(await screen.findByRole('button', { name: 'Region: Singapore' })).toBeTruthy()
    expect(screen.queryByText(/Nearest to you/u)).toBeNull()
  })
})

describe('the initial region', () => {
  test.each([
    ['Europe/Berlin', 'eu-central-1'],
    ['Europe/Paris', 'eu-west-3'],
    ['America/Los_Angeles', 'us-west-1'],
    ['Asia/Tokyo', 'ap-northeast-1'],
  ])('is near %s', (zone, region) => {
    expect(suggestRegion(listRegions('AWS'), zone, false)).toBe(region)
  })

  test('is the default of the install when the time zone is unknown', () => {
    expect(suggestRegion(listRegions('AWS'), 'Etc/UTC', false)).toBe('us-east-2')
    expect(suggestRegion(listRegions('AWS'), 'Etc/UTC', true)).toBe('ap-southeast-1')
  })

  test('is empty without regions', () => {
    expect(suggestPosition(install, 'Europe/Paris')).toBeUndefined()
    expect(suggestPosition(withRegions, 'Europe/Paris')).toEqual({
      cloud_provider: 'AWS',
      region: 'eu-west-3',
    })
  })

  test('belongs to the provider', () => {
    expect(suggestRegion(listRegions('FLY'), 'Europe/Paris', false)).toBe('sin')
  })
})

describe('a generated password', () => {
  test('is long, differs each time and fits into a connection string', () => {
    const some = Array.from({ length: 50 }, () => generatePassword())
    expect(new Set(some).size).toBe(50)
    expect(some.every((password) => password.length === 20 && !needsEncoding(password))).toBe(true)
  })

  test.each(['p@ss', 'a/b', 'a b', '50%', 'a?b', 'a#b', 'a[b', 'ä'])(
    '%s needs percent-encoding',
    (password) => {
      expect(needsEncoding(password)).toBe(true)
    },
  )

  test.each(['p!ss', "o'b", 'a*(b)', 'a$b&c', 'a:b'])('%s does not', (password) => {
    expect(needsEncoding(password)).toBe(false)
  })

  test('without encoding is parsed unchanged from a URI', () => {
    const ascii = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at))
    for (const character of ascii.filter((one) => !needsEncoding(one))) {
      const uri = new URL(`postgresql://postgres:a${character}b@127.0.0.1:5432/postgres`)
      expect(decodeURIComponent(uri.password)).toBe(`a${character}b`)
      expect(uri.hostname).toBe('127.0.0.1')
    }
  })
})

test.each(['Developer', 'Read-only'] as const)(
  'as %s the project cannot be created, and the button has the reason',
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
