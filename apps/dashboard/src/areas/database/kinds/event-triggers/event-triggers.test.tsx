// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../../../testing/answers.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a link to the form shows the reason where none can be created', async () => {
  const obstacle = 'Only superusers can create event triggers'
  openApp(
    `/project/${shop.ref}/database/event-triggers?new=1`,
    signedIn({
      [`GET ${database}/objects/event-triggers`]: {
        rows: [],
        total: 0,
        next: null,
        obstacle,
        restrictions: {},
        notices: [],
      },
    }),
  )
  expect(await screen.findByText(`${obstacle}.`)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = screen.getByRole('button', { name: /New event trigger/u })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})
