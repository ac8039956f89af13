import type { Organization } from '@basalt/contract/organization/organization-list'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { acme, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const list = 'GET /platform/organizations'
const create = 'POST /platform/organizations'
const organization = (name: string, more: Partial<Organization> = {}): Organization => ({
  ...acme,
  id: name.length,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  ...more,
})
const three = [acme, organization('Blue Harbour'), organization('Cobalt', { role: 'Developer' })]

const main = () => within(screen.getByRole('main'))
const namesShown = () =>
  main()
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('.font-medium')?.textContent)

describe('the organizations', () => {
  const open = (url = '/organizations', organizations: object = three) =>
    openApp(url, signedIn({ [list]: organizations }))

  test('are listed with plan, projects and role, each as a link', async () => {
    open('/organizations', [
      organization('Cobalt', {
        plan: { id: 'team', name: 'Team' },
        role: 'Developer',
        project_count: 1200,
      }),
    ])
    const link = await screen.findByRole('link', { name: /^Cobalt/u })
    expect(link.getAttribute('href')).toBe('/org/cobalt')
    const cells = main().getAllByRole('gridcell').slice(1)
    expect(cells.map(({ textContent }) => textContent)).toEqual(['Team', '1,200', 'Developer'])
    expect(main().getByText('1 organization')).toBeTruthy()
  })

  test('are found by a part of their name or address, and the search is in the address', async () => {
    const { address } = open()
    const search = await screen.findByRole('searchbox', { name: 'Search organizations' })
    expect(namesShown()).toEqual(['Acme', 'Blue Harbour', 'Cobalt'])
    await userEvent.type(search, 'blue-h')
    await waitFor(() => expect(namesShown()).toEqual(['Blue Harbour']))
    expect(address()).toBe('/organizations?search=blue-h')
    expect(main().getByText('1 of 3 organizations')).toBeTruthy()
  })

  test('show the search of the address', async () => {
    open('/organizations?search=COB')
    expect(await screen.findByRole('searchbox')).toHaveProperty('value', 'COB')
    expect(namesShown()).toEqual(['Cobalt'])
  })

  test('Escape clears the search and the address', async () => {
    const { address } = open('/organizations?search=cob')
    await userEvent.type(await screen.findByRole('searchbox'), '{Escape}')
    await waitFor(() => expect(namesShown()).toHaveLength(3))
    expect(address()).toBe('/organizations')
  })

  test('a search without a match shows the search text', async () => {
    open('/organizations?search=zinc')
    expect(await screen.findByText('No organization matches “zinc”')).toBeTruthy()
    expect(namesShown()).toEqual([])
  })

  test('have an empty state with the first step', async () => {
    open('/organizations', [])
    expect(
      await screen.findByRole('heading', { name: 'Create your first organization' }),
    ).toBeTruthy()
    const links = main().getAllByRole('link', { name: 'New organization' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/new'])
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('the organization that was not found is named above the list', async () => {
    open('/organizations?error=org_not_found&org=nowhere')
    expect(await screen.findByText("We couldn't find that organization")).toBeTruthy()
    expect(screen.getByText('nowhere', { selector: 'code' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Cobalt/u })).toBeTruthy()
  })

  test('other errors in the address are not displayed', async () => {
    open('/organizations?error=<b>&org=nowhere')
    await screen.findByRole('link', { name: /Cobalt/u })
    expect(screen.queryByText('nowhere')).toBeNull()
  })

  test('a failure keeps the heading and offers a retry', async () => {
    let isBroken = true
    openApp(
      '/organizations',
      signedIn({
        [list]: () =>
          isBroken ? refusal(403, { kind: 'forbidden', message: 'Not today' }) : three,
      }),
    )
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Your organizations could not be loaded')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Organizations', level: 1 })).toBeTruthy()
    isBroken = false
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /Cobalt/u })).toBeTruthy()
  })
})

describe('a new organization', () => {
  const open = (answers = {}) => openApp('/new', signedIn(answers))
  const nameField = () => screen.findByLabelText('Name')
  const sent = (calls: { route: string; body: unknown }[]) =>
    calls.filter(({ route }) => route === create).map(({ body }) => body)

  test('is personal and free by default, and Enter creates it', async () => {
    const created = organization('Cobalt')
    let isMade = false
    const { calls, address } = open({
      [list]: () => (isMade ? [acme, created] : [acme]),
      [create]: () => {
        isMade = true
        return created
      },
    })
    const name = await nameField()
    await waitFor(() => expect(document.activeElement).toBe(name))
    await userEvent.type(name, 'Cobalt{Enter}')
    await waitFor(() => expect(address()).toBe('/new/cobalt'))
    expect(sent(calls)).toEqual([{ name: 'Cobalt', kind: 'Personal', plan: 'free' }])
    // The next page needs the organization: it must be loaded by then.
    expect(await screen.findByRole('link', { name: /Cobalt/u })).toBeTruthy()
  })

  test('has the chosen kind and plan', async () => {
    const { calls } = open({ [create]: organization('Cobalt') })
    await userEvent.type(await nameField(), 'Cobalt')
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Startup')
    await userEvent.click(screen.getByRole('radio', { name: /^Pro/u }))
    await userEvent.click(screen.getByRole('button', { name: 'Create organization' }))
    await waitFor(() =>
      expect(sent(calls)).toEqual([
        { name: 'Cobalt', kind: 'Startup', plan: 'pro', spend_cap: true },
      ]),
    )
  })

  test('of a company has a size; other kinds have none', async () => {
    const { calls } = open({ [create]: organization('Cobalt') })
    await userEvent.type(await nameField(), 'Cobalt')
    expect(screen.queryByLabelText('Company size')).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Company')
    await userEvent.selectOptions(screen.getByLabelText('Company size'), '50 - 99')
    await userEvent.click(screen.getByRole('button', { name: 'Create organization' }))
    await waitFor(() =>
      expect(sent(calls)).toEqual([
        { name: 'Cobalt', kind: 'Company', plan: 'free', size: '50 - 99' },
      ]),
    )
  })

  test('on Pro starts with a spend cap unless it is switched off, and explains both', async () => {
    const { calls } = open({ [create]: organization('Cobalt') })
    await userEvent.type(await nameField(), 'Cobalt')
    expect(screen.queryByRole('checkbox', { name: 'Spend cap' })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: /^Pro/u }))
    const cap = screen.getByRole('checkbox', { name: 'Spend cap' })
    expect(cap).toHaveProperty('checked', true)
    expect(screen.getByText(/^Starts at \$50\.00 per month/u)).toBeTruthy()
    await userEvent.click(cap)
    expect(screen.getByText(/without a limit/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Create organization' }))
    await waitFor(() =>
      expect(sent(calls)).toEqual([
        { name: 'Cobalt', kind: 'Personal', plan: 'pro', spend_cap: false },
      ]),
    )
  })

  test('on a paid plan shows its price before the button; Free has none', async () => {
    open()
    await nameField()
    expect(screen.queryByText('Cost')).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: /^Team/u }))
    const tag = screen.getByText('Cost').closest('p')
    expect(tag?.textContent).toContain('$599.00 per month')
  })

  test.each([
    ['/new?plan=pro', 'Pro'],
    ['/new?plan=enterprise', 'Free'],
    ['/new?plan=gold', 'Free'],
  ])('%s starts with %s', async (url, plan) => {
    openApp(url, signedIn())
    const chosen = await screen.findByRole('radio', { checked: true })
    expect(chosen.closest('label')?.textContent).toMatch(new RegExp(`^${plan}\\$`, 'u'))
  })

  test('a refusal of the plan is shown at the plan, and disappears with another choice', async () => {
    open({
      [create]: refusal(402, {
        kind: 'payment_required',
        message: 'A paid plan needs a payment method',
        fields: { plan: 'Choose the Free plan' },
      }),
    })
    await userEvent.type(await nameField(), 'Cobalt{Enter}')
    expect(await screen.findByText('Choose the Free plan')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: /^Team/u }))
    expect(screen.queryByText('Choose the Free plan')).toBeNull()
  })

  test('plans are offered with their prices; contract plans are not', async () => {
    open()
    const plans = await screen.findByRole('group', { name: 'Plan' })
    const labels = within(plans)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent)
    expect(labels).toHaveLength(3)
    expect(labels[0]).toContain('Free$0')
    expect(labels[1]).toContain('Pro$25.00 per month')
    expect(labels[2]).toContain('Team$599.00 per month')
  })

  test.each([
    ['nothing', '', 'Enter a name'],
    ['blanks', '   ', 'Enter a name'],
    ['65 characters', 'a'.repeat(65), 'Use at most 64 characters'],
  ])('%s as a name is refused at the field, and nothing is sent', async (_, text, message) => {
    const { calls } = open()
    const name = await nameField()
    await userEvent.click(name)
    if (text !== '') await userEvent.paste(text)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', message)
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(sent(calls)).toEqual([])
  })

  test('a refusal of a field is shown at that field only', async () => {
    open({
      [create]: refusal(400, {
        kind: 'invalid_request',
        message: 'The input is not valid',
        fields: { kind: 'This kind is not offered any more' },
      }),
    })
    await userEvent.type(await nameField(), 'Cobalt{Enter}')
    const message = await screen.findByText('This kind is not offered any more')
    const kind = screen.getByLabelText('Kind')
    expect(kind.getAttribute('aria-invalid')).toBe('true')
    expect(kind.getAttribute('aria-describedby')).toBe(message.id)
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
    expect(screen.queryByText('The input is not valid')).toBeNull()
  })

  test('an unpaid plan is reported at the top, which gets the focus, and the form stays filled', async () => {
    open({
      [create]: refusal(402, {
        kind: 'payment_required',
        message: 'Add a payment method before you choose the Pro plan',
      }),
    })
    await userEvent.type(await nameField(), 'Cobalt{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Add a payment method before you choose the Pro plan')
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Cobalt')
  })

  test('double clicks create one', async () => {
    let answer: ((created: Organization) => void) | undefined
    const { calls } = open({
      [create]: () => new Promise<Organization>((resolve) => (answer = resolve)),
    })
    await userEvent.type(await nameField(), 'Cobalt{Enter}')
    const button = screen.getByRole('button', { name: 'Create organization' })
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    await userEvent.click(button)
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
    answer?.(organization('Cobalt'))
    await waitFor(() => expect(button.isConnected).toBe(false))
    expect(sent(calls)).toHaveLength(1)
  })
})
