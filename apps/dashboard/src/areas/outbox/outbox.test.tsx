// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { install, refusal } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mail = (id: string, subject: string, text: string) => ({
  id,
  to: `${id}@example.test`,
  subject,
  text,
  sent_at: `2026-01-01T00:00:0${id.length}Z`,
})

describe('the outbox', () => {
  test('shows unsent emails, newest first, with working links', async () => {
    openApp('/outbox', {
      'GET /api/outbox': [
        mail(
          'a',
          'Reset your password',
          'Here:\nhttp://localhost:4400/reset-password?token=abc-1\n\nBye',
        ),
        mail('bb', 'Confirm your address', 'Thanks'),
      ],
    })
    const table = within(await screen.findByRole('table', { name: 'Emails' }))
    const getSubjects = () =>
      table.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(getSubjects()).toEqual(['Confirm your address', 'Reset your password'])
    expect(table.getByText('a@example.test')).toBeTruthy()
    const link = screen.getByRole('link', { name: /reset-password/u })
    expect(link.getAttribute('href')).toContain('/reset-password?token=abc-1')
  })

  test('is searched by subject, text and recipient', async () => {
    const { address } = openApp('/outbox', {
      'GET /api/outbox': [mail('a', 'Reset', 'A link'), mail('bb', 'Invitation', 'Join us')],
    })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search emails' }), 'join')
    expect(screen.queryByRole('heading', { name: 'Reset' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Invitation' })).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/outbox?search=join'))
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), 'a@example')
    expect(screen.getByRole('heading', { name: 'Reset' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Invitation' })).toBeNull()
  })

  test('links web addresses only', async () => {
    openApp('/outbox', {
      'GET /api/outbox': [mail('a', 'Odd', 'javascript:alert(1) <a href=x>y</a>')],
    })
    await screen.findByRole('heading', { name: 'Odd' })
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent)
    expect(names.join(' ')).not.toMatch(/javascript|y$/u)
  })

  test('has an empty state', async () => {
    openApp('/outbox', { 'GET /api/outbox': [] })
    expect(await screen.findByText('No emails yet')).toBeTruthy()
  })

  test('explains why it cannot be read from another machine', async () => {
    openApp('/outbox', {
      'GET /api/outbox': refusal(403, {
        kind: 'forbidden',
        message: 'The outbox is readable on this machine only',
      }),
    })
    expect(await screen.findByText(/readable on this machine only/u)).toBeTruthy()
  })

  test('does not exist with a mail server', async () => {
    const sending = {
      ...install,
      capabilities: install.capabilities.filter((name) => name !== 'outbox'),
    }
    openApp('/outbox', {}, sending)
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  })
})

describe('the design page', () => {
  test('shows every component in development, and does not exist otherwise', async () => {
    openApp('/design', {}, { ...install, development: true })
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getAllByRole('button').length).toBeGreaterThan(10)
    cleanup()
    openApp('/design', {})
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
  })
})
