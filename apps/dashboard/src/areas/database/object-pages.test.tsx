// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { emptyList, rulesFor, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { database } from '../../testing/open-part.tsx'

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

test('the address of a form shows the reason instead to those who may not create objects', async () => {
  openApp(
    `/project/${shop.ref}/database/sequences?new=1`,
    signedIn({
      'GET /platform/profile/permissions': rulesFor('Read-only'),
      [`GET ${database}/objects/sequences`]: emptyList,
    }),
  )
  expect(await screen.findByText(/permissions to create sequences/u)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
