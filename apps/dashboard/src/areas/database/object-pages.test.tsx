// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
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

test.each([
  ['tables', `/project/${shop.ref}/editor`],
  ['tables/7', `/project/${shop.ref}/editor/7`],
])('the address of %s leads to the table editor', async (place, editor) => {
  const { address } = openApp(`/project/${shop.ref}/database/${place}`, signedIn({}))
  await waitFor(() => expect(address()).toBe(editor))
})
