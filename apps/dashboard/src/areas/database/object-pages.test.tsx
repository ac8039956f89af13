// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an address that cannot be an object says that there is none, and asks the server nothing', async () => {
  const { calls } = openApp(`/project/${shop.ref}/database/functions/abc`, signedIn({}))
  expect(await screen.findByText('This function was not found')).toBeTruthy()
  expect(calls.filter(({ route }) => route.includes('/functions'))).toEqual([])
})
