// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal, rulesFor, shop } from '../../testing/answers.ts'
import {
  requested,
  base,
  dev,
  enterprise,
  invitation,
  openTeam,
  support,
} from '../../testing/open-team.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('inviting users', () => {
  const startInviting = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Invite people' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite people to Acme' })
    return { dialog, addresses: await within(dialog).findByLabelText('Email addresses') }
  }

  test('parses typed addresses and sends each once', async () => {
    const { calls } = openTeam({
      [`POST ${base}/invitations`]: { results: [{ email: 'a@x.test', status: 'invited' }] },
    })
    const { dialog, addresses } = await startInviting()
    await userEvent.type(addresses, 'A@x.test, a@x.test')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send 1 invitation' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, `POST ${base}/invitations`)).toEqual([
      { emails: ['a@x.test'], assignment: { role: 'Developer', project_roles: [] } },
    ])
    expect(await screen.findByText('1 invitation sent')).toBeTruthy()
  })

  test('reports invalid addresses and members before anything is sent', async () => {
    const { calls } = openTeam({ [`GET ${base}/invitations`]: [invitation] })
    const { dialog, addresses } = await startInviting()
    await userEvent.type(addresses, `nonsense ${dev.email} ${invitation.email}`)
    expect(within(dialog).getByText('nonsense is not a valid email address')).toBeTruthy()
    expect(within(dialog).getByText(`${dev.email} is already a member`)).toBeTruthy()
    expect(within(dialog).getByText(/is already invited and gets a new link/u)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: /Send/u }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('nonsense')
    expect(requested(calls, `POST ${base}/invitations`)).toEqual([])
  })

  test('restores the input when the dialog was closed by mistake', async () => {
    openTeam()
    const { addresses } = await startInviting()
    await waitFor(() => expect(document.activeElement).toBe(addresses))
    await userEvent.keyboard('a@x.test{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await startInviting()).addresses).toHaveProperty('value', 'a@x.test')
  })

  test('keeps failed addresses in the field with their reason', async () => {
    openTeam({
      [`POST ${base}/invitations`]: {
        results: [
          { email: 'a@x.test', status: 'invited' },
          { email: 'b@x.test', status: 'undelivered' },
        ],
      },
    })
    const { dialog, addresses } = await startInviting()
    await userEvent.type(addresses, 'a@x.test b@x.test')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send 2 invitations' }))
    expect(await within(dialog).findByText('1 address remaining')).toBeTruthy()
    expect(addresses).toHaveProperty('value', 'b@x.test')
  })

  test('shows roles of larger plans with the plan that has them', async () => {
    openTeam()
    const { dialog } = await startInviting()
    const readOnly = await within(dialog).findByRole('radio', { name: /Read-only/u })
    expect(readOnly).toHaveProperty('disabled', true)
    expect(within(dialog).getAllByText('Requires the Team plan')).toHaveLength(2)
    expect(within(dialog).getByRole('radio', { name: /Specific projects/u })).toHaveProperty(
      'disabled',
      true,
    )
  })

  test('assigns roles for specific projects one by one', async () => {
    const { calls } = openTeam({
      'GET /platform/organizations': [enterprise],
      [`GET ${base}/roles`]: [support],
      [`POST ${base}/invitations`]: { results: [{ email: 'a@x.test', status: 'invited' }] },
    })
    const { dialog, addresses } = await startInviting()
    await userEvent.type(addresses, 'a@x.test')
    await userEvent.click(await within(dialog).findByRole('radio', { name: /Specific projects/u }))
    const send = within(dialog).getByRole('button', { name: 'Send 1 invitation' })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Shop' }))
    await userEvent.selectOptions(within(dialog).getByLabelText('Role in Shop'), 'Support')
    await userEvent.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requested(calls, `POST ${base}/invitations`)).toMatchObject([
      {
        assignment: {
          role: null,
          project_roles: [{ project_ref: shop.ref, role: null, custom_role_id: support.id }],
        },
      },
    ])
  })

  test('offers an administrator every role but Owner', async () => {
    openTeam({
      'GET /platform/profile/permissions': rulesFor('Administrator'),
      'GET /platform/organizations': [enterprise],
    })
    const { dialog } = await startInviting()
    const radio = (name: RegExp) => within(dialog).getByRole('radio', { name })
    await within(dialog).findByRole('radio', { name: /^Owner/u })
    expect(radio(/^Owner/u)).toHaveProperty('disabled', true)
    for (const name of [/^Administrator/u, /^Developer/u, /^Read-only/u]) {
      expect(radio(name)).toHaveProperty('disabled', false)
    }
  })

  test('shows a refusal at the role', async () => {
    openTeam({
      [`POST ${base}/invitations`]: refusal(402, {
        kind: 'payment_required',
        message: 'Refused',
        fields: { role: 'The Read-only role needs the Team plan.' },
      }),
    })
    const { dialog, addresses } = await startInviting()
    await userEvent.type(addresses, 'a@x.test')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send 1 invitation' }))
    expect(await within(dialog).findByText('The Read-only role needs the Team plan.')).toBeTruthy()
  })
})

describe('pending invitations', () => {
  test('show their roles and expiry, and no link to copy', async () => {
    openTeam({ [`GET ${base}/invitations`]: [invitation] })
    expect(await screen.findByText('late@example.test')).toBeTruthy()
    expect(screen.getByText('expires in 23 hours')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /copy/iu })).toBeNull()
  })

  test('are sent again and revoked', async () => {
    let isPresent = true
    const { calls } = openTeam({
      [`GET ${base}/invitations`]: () => (isPresent ? [invitation] : []),
      [`POST ${base}/invitations/i1/resend`]: { status: 'renewed' },
      [`DELETE ${base}/invitations/i1`]: () => {
        isPresent = false
        return { ok: true }
      },
    })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resend to late@example.test' }),
    )
    expect(await screen.findByText('New link sent to late@example.test')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Revoke late@example.test' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke invitation' }))
    await waitFor(() => expect(screen.queryByText('Pending invitations')).toBeNull())
    expect(requested(calls, `POST ${base}/invitations/i1/resend`)).toHaveLength(1)
  })

  test('that have expired show that', async () => {
    openTeam({
      [`GET ${base}/invitations`]: [{ ...invitation, expires_at: '2026-01-02T00:00:00Z' }],
    })
    expect(await screen.findByText('Expired')).toBeTruthy()
  })
})
