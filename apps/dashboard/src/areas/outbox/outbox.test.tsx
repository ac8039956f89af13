// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
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
    const items = await screen.findAllByRole('listitem')
    expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
      'Confirm your address',
      'Reset your password',
    ])
    const link = screen.getByRole('link', { name: /reset-password/u })
    expect(link.getAttribute('href')).toContain('/reset-password?token=abc-1')
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
