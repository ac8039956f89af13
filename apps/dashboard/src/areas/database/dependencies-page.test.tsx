// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { database } from '../../testing/open-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const view = { catalog: 'pg_class', id: 8, type: 'view', description: 'view open_orders' }

test('an object shows what would be dropped with it, with links to it', async () => {
  openApp(
    `/project/${shop.ref}/database/dependencies?object=pg_class.7`,
    signedIn({
      [`GET ${database}/dependencies`]: {
        objects: [{ catalog: 'pg_class', id: 7, type: 'table', description: 'table orders' }],
        has_more: false,
      },
      [`GET ${database}/dependencies/pg_class/7`]: { dependents: [view], dependencies: [] },
    }),
  )
  const panel = within(await screen.findByRole('dialog', { name: 'table orders' }))
  const dropped = within(await panel.findByRole('region', { name: 'Dropped with it' }))
  expect(dropped.getByText('1 view')).toBeTruthy()
  const link = dropped.getByRole('link', { name: 'view open_orders' })
  expect(link.getAttribute('href')).toBe(`/project/${shop.ref}/database/views/8`)
  const needed = panel.getByRole('region', { name: 'Depends on' })
  expect(needed.textContent).toContain('It depends on no other object.')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
