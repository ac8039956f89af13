// @vitest-environment jsdom
import { rulesOfGuest } from '@basalt/access'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal, rulesFor } from '../../testing/answers.ts'
import {
  requested,
  base,
  choose,
  dev,
  enterprise,
  guest,
  invitation,
  olga,
  openTeam,
  getRowFor,
  support,
} from '../../testing/open-team.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the list of members', () => {
  test('shows address, role, second factor and last visit of each', async () => {
    openTeam()
    const mine = await getRowFor(olga.email)
    for (const text of ['Olga Berg', 'You', 'Owner', 'On', '2 hours ago']) {
      expect(mine.getByText(text)).toBeTruthy()
    }
    const theirs = await getRowFor(dev.email)
    for (const text of ['Developer', 'Off', 'Never']) expect(theirs.getByText(text)).toBeTruthy()
    expect((await getRowFor(guest.email)).getByText('Support in Shop')).toBeTruthy()
    expect(screen.getByText('3 members')).toBeTruthy()
  })

  test('is searched by name, address and role, with the text in the address', async () => {
    const { address } = openTeam({}, '?search=support')
    await getRowFor(guest.email)
    expect(screen.queryByText(dev.email)).toBeNull()
    await userEvent.type(screen.getByLabelText('Search members'), 'xyz')
    expect(await screen.findByText('No member matches “supportxyz”')).toBeTruthy()
    expect(address()).toContain('search=supportxyz')
  })

  test('is sorted by the chosen column', async () => {
    openTeam({}, '?sort=role')
    await getRowFor(guest.email)
    const rows = screen.getAllByRole('row').slice(1)
    const roles = rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)
    expect(roles).toEqual(['Owner', 'Developer', 'Support in Shop'])
  })

  test('explains to members of single projects why members are hidden', async () => {
    openTeam({ 'GET /platform/profile/permissions': rulesOfGuest('acme') })
    expect(await screen.findByText('You have roles in specific projects only')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('button', { name: 'Leave organization' })).toBeTruthy()
  })

  test('shows a failure with a retry', async () => {
    openTeam({
      [`GET ${base}/members`]: refusal(403, { kind: 'forbidden', message: 'Not for you' }),
    })
    expect(await screen.findByText('The members could not be loaded')).toBeTruthy()
    expect(screen.getByText('Not for you')).toBeTruthy()
  })
})

describe('"every control says why"', () => {
  test('a read-only member sees everything with the missing rights', async () => {
    openTeam({
      'GET /platform/profile/permissions': rulesFor('Read-only'),
      [`GET ${base}/invitations`]: [invitation],
      [`GET ${base}/roles`]: [support],
      'GET /platform/organizations': [enterprise],
    })
    await getRowFor(dev.email)
    for (const name of [
      'Invite people',
      'New role',
      'Resend to late@example.test',
      'Revoke late@example.test',
      'Edit Support',
      'Delete Support',
    ]) {
      const button = await screen.findByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
    }
    await userEvent.click(screen.getByRole('button', { name: `Actions for ${dev.email}` }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.getAttribute('aria-disabled'))).toEqual([
      'true',
      'true',
      'true',
    ])
    expect(items[0]?.textContent).toContain('You need additional permissions to change this role')
  })

  test('the only owner can neither leave nor be removed, with the reason', async () => {
    openTeam()
    await getRowFor(olga.email)
    const leave = screen.getByRole('button', { name: 'Leave organization' })
    await waitFor(() => expect(leave.getAttribute('aria-disabled')).toBe('true'))
    await userEvent.hover(leave)
    expect((await screen.findByRole('tooltip')).textContent).toContain('needs an owner')
  })
})

describe('actions on a member', () => {
  test('preview another role, right by right, and then assign it', async () => {
    const { calls } = openTeam({ [`PUT ${base}/members/u2/role`]: { ok: true } })
    await choose(dev.email, 'Change role…')
    const dialog = await screen.findByRole('dialog', { name: `Role of ${dev.email}` })
    const change = await within(dialog).findByRole('button', { name: 'Change role' })
    expect(change.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(await within(dialog).findByRole('radio', { name: /^Administrator/u }))
    const preview = await within(dialog).findByRole('region', { name: 'Changes' })
    expect(within(preview).getByText('In the organization')).toBeTruthy()
    expect(within(preview).getAllByText(/^gains \d+ permissions$/u)).toHaveLength(2)
    expect(within(preview).getByText('Invite: Revoke')).toBeTruthy()
    await userEvent.click(change)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, `PUT ${base}/members/u2/role`)).toEqual([
      { role: 'Administrator', project_roles: [] },
    ])
  })

  test('ask before removing and name the effects', async () => {
    const { calls } = openTeam({ [`DELETE ${base}/members/u3`]: { ok: true } })
    await choose(guest.email, 'Remove…')
    const dialog = await screen.findByRole('dialog', { name: `Remove ${guest.email}?` })
    expect(dialog.textContent).toContain('Support in Shop')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove member' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, `DELETE ${base}/members/u3`)).toHaveLength(1)
  })

  test('transfer the ownership only after typing the address', async () => {
    const { calls } = openTeam({ [`POST ${base}/ownership`]: { ok: true } })
    await choose(dev.email, /Transfer ownership/u)
    const dialog = await screen.findByRole('dialog', { name: `Transfer Acme to ${dev.email}?` })
    const button = within(dialog).getByRole('button', { name: 'Transfer ownership' })
    await userEvent.click(button)
    expect(requested(calls, `POST ${base}/ownership`)).toEqual([])
    await userEvent.type(within(dialog).getByLabelText(/Type .* to confirm/u), dev.email)
    await userEvent.click(button)
    await waitFor(() =>
      expect(requested(calls, `POST ${base}/ownership`)).toEqual([{ user_id: 'u2' }]),
    )
  })

  test('ask before leaving and lead to the list of organizations', async () => {
    const second = { ...dev, role: 'Owner' as const }
    const { address } = openTeam({
      [`GET ${base}/members`]: [olga, second],
      [`POST ${base}/leave`]: { ok: true },
    })
    await getRowFor(olga.email)
    await userEvent.click(screen.getByRole('button', { name: 'Leave organization' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave Acme?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Leave organization' }))
    await waitFor(() => expect(address()).toBe('/organizations'))
  })
})
