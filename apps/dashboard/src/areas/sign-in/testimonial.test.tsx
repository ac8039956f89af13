import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

import { type Answers, install, refusal } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

const entry = {
  text: 'It works',
  url: 'https://example.test/post',
  handle: 'sample-07',
  img_url: '/testimonials/stone-1.svg',
  is_sample: true,
}

const open = (more: Answers, offered = install) =>
  openApp(
    '/sign-in',
    { 'GET /platform/profile': refusal(401, { kind: 'unauthenticated' }), ...more },
    offered,
  )

describe('the testimonial next to the sign-in form', () => {
  test('is labelled as a sample, without a link', async () => {
    open({ 'GET /platform/testimonials': [entry] })
    expect(await screen.findByText('Sample')).toBeTruthy()
    expect(screen.getByText('It works')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'sample-07' })).toBeNull()
  })

  test('of the operator links to its source', async () => {
    open({ 'GET /platform/testimonials': [{ ...entry, handle: 'A customer', is_sample: false }] })
    const link = await screen.findByRole('link', { name: 'A customer' })
    expect(link.getAttribute('href')).toBe('https://example.test/post')
    expect(screen.queryByText('Sample')).toBeNull()
  })

  test('is not loaded when it is switched off', async () => {
    const { calls } = open(
      { 'GET /platform/testimonials': [entry] },
      { ...install, disabled_features: ['dashboard_auth:show_testimonial'] },
    )
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(calls.map(({ route }) => route)).not.toContain('GET /platform/testimonials')
  })

  test('is not loaded without space for it', async () => {
    const { calls } = open({ 'GET /platform/testimonials': [entry] })
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.queryByText('It works')).toBeNull()
    expect(calls.map(({ route }) => route)).not.toContain('GET /platform/testimonials')
  })

  test('is optional when it fails to load', async () => {
    open({ 'GET /platform/testimonials': refusal(500, { message: 'Down' }) })
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
    expect(screen.queryByRole('figure')).toBeNull()
  })
})
