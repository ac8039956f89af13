// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'

import { late } from './late.tsx'

afterEach(cleanup)

const Part = ({ name }: { name: string }) => <p>{`Part of ${name}`}</p>

test('code that does not come leaves the page, and comes when it is asked for again', async () => {
  let isOnline = false
  const load = async (): Promise<ComponentType<{ name: string }>> => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  }
  const Shown = late(load, ({ name }) => <button type="button">{`Open ${name}`}</button>)
  render(
    <main>
      <h1>Page</h1>
      <Suspense>
        <Shown name="books" />
      </Suspense>
    </main>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be fetched')
  expect(screen.getByRole('heading', { name: 'Page' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open books' })).toBeTruthy()
  isOnline = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Part of books')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
