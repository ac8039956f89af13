import type { OperatorNotice } from '@basalt/contract/operator'
import type { Incident } from '@basalt/contract/status'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, profile, refusal, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { requested } from '../../testing/open-team.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const list = 'GET /platform/operator/incidents'
const opening = 'POST /platform/operator/incidents'

const incident: Incident = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Databases are slow',
  impact: 'major',
  status: 'investigating',
  components: ['project-databases'],
  regions: [],
  started_at: '2026-01-01T00:00:00Z',
  resolved_at: null,
  updates: [
    {
      id: 'u1',
      status: 'investigating',
      message: 'We look for the cause',
      at: '2026-01-01T00:00:00Z',
    },
  ],
}
const change = `PATCH /platform/operator/incidents/${incident.id}`
const update = `POST /platform/operator/incidents/${incident.id}/updates`

const open = (more: Answers = {}, url = '/operator') => {
  return openApp(
    url,
    signedIn({
      'GET /platform/profile': { ...profile, is_operator: true },
      [list]: [incident],
      ...more,
    }),
  )
}

describe('the operator area', () => {
  test.each(['/operator', '/operator/notices', '/operator/jobs'])(
    '%s does not exist for other users',
    async (url) => {
      const { calls } = openApp(url, signedIn())
      expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
      expect(calls.filter(({ route }) => route.includes('/operator'))).toEqual([])
    },
  )

  test('is in the menus of operators only', async () => {
    const isOffered = async () => {
      await userEvent.click(await screen.findByRole('button', { name: /^Account menu/u }))
      const menu = await screen.findByRole('menu')
      return within(menu).queryByRole('menuitem', { name: 'Operator' })
    }
    openApp('/organizations', signedIn())
    expect(await isOffered()).toBeNull()
    cleanup()
    const { address } = open({}, '/organizations')
    const item = await isOffered()
    if (item === null) throw new Error('The menu has no such item')
    await userEvent.click(item)
    await waitFor(() => expect(address()).toBe('/operator'))
  })

  test('leads from one page to the next', async () => {
    const { address } = open({ 'GET /platform/operator/notices': [] })
    const links = within(await screen.findByRole('navigation', { name: 'Operator' }))
    expect(links.getByRole('link', { name: 'Incidents' }).getAttribute('aria-current')).toBe('page')
    await userEvent.click(links.getByRole('link', { name: 'Notices' }))
    expect(await screen.findByRole('heading', { name: 'Notices' })).toBeTruthy()
    expect(address()).toBe('/operator/notices')
  })
})

describe('incidents', () => {
  test('show their components, and their updates in a panel that the URL names', async () => {
    const { address } = open()
    const row = within(await screen.findByRole('row', { name: /^Databases are slow/u }))
    expect(row.getByText('Major')).toBeTruthy()
    expect(row.getByText('Project databases')).toBeTruthy()
    await userEvent.click(row.getByRole('button', { name: 'Databases are slow' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Databases are slow' }))
    expect(panel.getByText('We look for the cause')).toBeTruthy()
    expect(address()).toBe(`/operator?incident=${incident.id}`)
    await userEvent.click(panel.getByRole('button', { name: 'Add update' }))
    expect(await screen.findByRole('dialog', { name: 'Add update' })).toBeTruthy()
  })

  test('are found by the text of their updates', async () => {
    open({
      [list]: [
        incident,
        { ...incident, id: incident.id.replace(/1$/u, '2'), title: 'Late mails', updates: [] },
      ],
    })
    await screen.findByRole('row', { name: /^Late mails/u })
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search incidents' }), 'cause')
    expect(screen.getByRole('row', { name: /^Databases are slow/u })).toBeTruthy()
    expect(screen.queryByRole('row', { name: /^Late mails/u })).toBeNull()
  })

  test('have an empty state that explains them', async () => {
    open({ [list]: [] })
    expect(await screen.findByRole('heading', { name: 'No incidents' })).toBeTruthy()
  })

  test('that cannot be read show the error, with a retry', async () => {
    open({ [list]: refusal(403, { kind: 'forbidden', message: 'Not now' }) })
    expect(await screen.findByText('The incidents could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  test('are created with a title, an impact, components and a first update', async () => {
    const { calls } = open({ [list]: [], [opening]: incident })
    await userEvent.click(await screen.findByRole('button', { name: 'New incident' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New incident' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Publish incident' }))
    expect(dialog.getByText('Enter a title')).toBeTruthy()
    expect(dialog.getByText('Enter a message')).toBeTruthy()
    expect(requested(calls, opening)).toEqual([])

    await userEvent.type(dialog.getByLabelText('Title'), 'Mails are late')
    await userEvent.selectOptions(dialog.getByLabelText('Impact'), 'Critical')
    await userEvent.click(dialog.getByLabelText('Email delivery'))
    await userEvent.click(dialog.getByText('Regions', { selector: 'summary span' }))
    await userEvent.click(dialog.getByLabelText('West EU (Ireland)'))
    await userEvent.type(dialog.getByLabelText('Message'), 'The mail server is full')
    await userEvent.click(dialog.getByRole('button', { name: 'Publish incident' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, opening)).toEqual([
      {
        title: 'Mails are late',
        impact: 'critical',
        components: ['mail'],
        regions: ['eu-west-1'],
        message: 'The mail server is full',
      },
    ])
    expect(requested(calls, list).length).toBeGreaterThan(1)
  })

  test('keep what was typed into a new one when Escape is pressed', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'New incident' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New incident' }))
    await userEvent.type(dialog.getByLabelText('Message'), 'The mail server is full{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByLabelText('Message')).toHaveProperty('value', 'The mail server is full')
  })

  test('accept updates, the last of which resolves them', async () => {
    const { calls } = open({ [update]: incident })
    await userEvent.click(await screen.findByRole('button', { name: 'Add update' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add update' }))
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Resolved')
    await userEvent.type(dialog.getByLabelText('Message'), 'The disk is new')
    await userEvent.click(dialog.getByRole('button', { name: 'Resolve incident' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, update)).toEqual([{ status: 'resolved', message: 'The disk is new' }])
  })

  test('can be edited, and a refusal stays in the dialog', async () => {
    let isRefused = true
    const { calls } = open({
      [change]: () =>
        isRefused ? refusal(409, { kind: 'conflict', message: 'Somebody was faster' }) : incident,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit incident' }))
    await userEvent.selectOptions(dialog.getByLabelText('Impact'), 'Minor')
    await userEvent.click(dialog.getByRole('button', { name: 'Save incident' }))
    expect(await dialog.findByText('Somebody was faster')).toBeTruthy()
    isRefused = false
    await userEvent.click(dialog.getByRole('button', { name: 'Save incident' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, change).at(-1)).toEqual({
      title: 'Databases are slow',
      impact: 'minor',
      components: ['project-databases'],
      regions: [],
    })
  })
})

describe('notices of the catalogue', () => {
  const notice: OperatorNotice = {
    key: 'dashboard-outage-2025-05-16',
    title: 'Brief dashboard outage on 16 May 2025',
    message: 'Between 22:00 and 23:00 UTC',
    is_on: false,
  }
  const notices = 'GET /platform/operator/notices'
  const toggle = `PUT /platform/operator/notices/${notice.key}`

  test('are switched on and off', async () => {
    const { calls } = open(
      {
        [notices]: [notice],
        [toggle]: (body: unknown) => [{ ...notice, ...(body as { is_on: boolean }) }],
      },
      '/operator/notices',
    )
    const box = await screen.findByRole('checkbox', { name: notice.title })
    expect(box).toHaveProperty('checked', false)
    await userEvent.click(box)
    await waitFor(() => expect(box).toHaveProperty('checked', true))
    await userEvent.click(box)
    await waitFor(() => expect(box).toHaveProperty('checked', false))
    expect(requested(calls, toggle)).toEqual([{ is_on: true }, { is_on: false }])
  })

  test('that cannot be switched stay unchanged, with a message', async () => {
    open(
      { [notices]: [notice], [toggle]: refusal(403, { kind: 'forbidden', message: 'Not now' }) },
      '/operator/notices',
    )
    const box = await screen.findByRole('checkbox', { name: notice.title })
    await userEvent.click(box)
    expect(await screen.findByText('Not now')).toBeTruthy()
    expect(box).toHaveProperty('checked', false)
  })
})
