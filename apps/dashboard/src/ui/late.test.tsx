// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, test } from 'vitest'

import { late } from './late.tsx'

afterEach(cleanup)

/** Whether its code was loaded or not. */
const fetched = ({ ready }: { ready: (action: () => void) => void }) =>
  new Promise<void>((resolve) => ready(resolve))

const Part = ({ name }: { name: string }) => <p>{`Part of ${name}`}</p>

describe('a part whose code is loaded lazily', () => {
  test('is shown once loaded, and a placeholder until then', async () => {
    let arrive: (part: typeof Part) => void = () => undefined
    const Shown = late(() => new Promise<typeof Part>((resolve) => void (arrive = resolve)))
    render(<Shown name="books" fallback={<p>Nearly</p>} />)
    expect(screen.getByText('Nearly')).toBeTruthy()
    arrive(Part)
    expect(await screen.findByText('Part of books')).toBeTruthy()
    expect(screen.queryByText('Nearly')).toBeNull()
  })

  test('is rendered immediately when it was loaded before', async () => {
    const Shown = late(async () => Part)
    await fetched(Shown)
    render(<Shown name="books" fallback={<p>Nearly</p>} />)
    expect(screen.getByText('Part of books')).toBeTruthy()
  })

  test('delays actions until it is loaded, and runs them at once afterwards', async () => {
    const Shown = late(async () => Part)
    const done: string[] = []
    Shown.ready(() => void done.push('first'))
    expect(done).toEqual([])
    await fetched(Shown)
    Shown.ready(() => void done.push('second'))
    expect(done).toEqual(['first', 'second'])
  })

  test('keeps its state when its code is loaded by another import', async () => {
    const Shown = late(async () => Part)
    render(<Shown name="books" />)
    Shown.prepare()
    const shown = await screen.findByText('Part of books')
    await fetched(Shown)
    expect(screen.getByText('Part of books')).toBe(shown)
  })

  test('disappears when its code fails to load, and appears after a retry', async () => {
    let isOnline = false
    const load = async (): Promise<ComponentType<{ name: string }>> => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return Part
    }
    const Shown = late(load)
    await fetched(Shown)
    render(
      <main>
        <h1>Page</h1>
        <Shown name="books" fallback={<button type="button">Open books</button>} />
      </main>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This part of the page could not be loaded',
    )
    expect(screen.getByRole('heading', { name: 'Page' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Open books' })).toBeTruthy()
    isOnline = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Part of books')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is retried automatically when the network is back', async () => {
    let isOnline = false
    const Shown = late(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return Part
    })
    render(<Shown name="books" />)
    await screen.findByRole('alert', { hidden: true })
    isOnline = true
    globalThis.dispatchEvent(new Event('online'))
    expect(await screen.findByText('Part of books')).toBeTruthy()
    expect(screen.queryByRole('alert', { hidden: true })).toBeNull()
  })

  test('shows a notice above the page, where one button retries all failed parts', async () => {
    let isOnline = false
    const load = async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return Part
    }
    const Bar = late(load)
    const Menu = late(load)
    render(
      <>
        <Bar name="books" />
        <Menu name="authors" />
      </>,
    )
    const said = await screen.findAllByRole('alert', { hidden: true })
    expect(said.map((alert) => alert.parentElement?.getAttribute('popover'))).toEqual([
      'manual',
      'manual',
    ])
    isOnline = true
    const again = screen.getAllByRole('button', { name: 'Try again', hidden: true })
    await Promise.all(again.slice(1).map((button) => userEvent.click(button)))
    expect(await screen.findByText('Part of books')).toBeTruthy()
    expect(await screen.findByText('Part of authors')).toBeTruthy()
  })
})
