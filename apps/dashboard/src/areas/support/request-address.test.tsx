import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { profile, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each(['/support/not-an-id', '/operator/support/not-an-id'])(
  '%s is a page not found, with a way back, and requests nothing',
  async (url) => {
    const operator = { ...profile, is_operator: true }
    const { calls } = openApp(url, signedIn({ 'GET /platform/profile': operator }))
    expect(await screen.findByRole('heading', { name: /^Page not found/u })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to dashboard' })).toBeTruthy()
    expect(calls.filter(({ route }) => route.includes('not-an-id'))).toEqual([])
  },
)
