// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { emptyList, shop, signedIn } from '../../../../testing/answers.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (restrictions: Record<string, string>) =>
  openApp(
    `/project/${shop.ref}/database/publications?new=1`,
    signedIn({
      [`GET ${database}/objects/publications`]: { ...emptyList, restrictions },
      [`GET ${database}/column-privileges/roles`]: [],
      [`GET ${database}/schemas`]: [],
    }),
  )

test('what only a superuser can publish is disabled with the reason', async () => {
  open({ all_tables: 'Only a superuser can', schemas: 'Only a superuser can list schemas' })
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'All tables' })
  fireEvent.click(all)
  expect(all.checked).toBe(false)
  expect(all.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Only a superuser can')).toBeTruthy()
  const add = screen.getByRole('button', { name: 'Add schema' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('Only a superuser can list schemas').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Add table' }).getAttribute('aria-disabled')).not.toBe(
    'true',
  )
})

test('a superuser can publish all tables', async () => {
  open({})
  fireEvent.click(await screen.findByRole('checkbox', { name: 'All tables' }))
  expect(screen.queryByRole('button', { name: 'Add schema' })).toBeNull()
})
