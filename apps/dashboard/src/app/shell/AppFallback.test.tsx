// @vitest-environment jsdom
import { ApiError } from '@basalt/contract/errors'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { fakeNetwork } from '../../testing/answers.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { AppFallback } from './AppFallback.tsx'

const errors = 'POST /platform/errors'
let calls: ReturnType<typeof fakeNetwork>

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  calls = fakeNetwork({ [errors]: { ok: true } })
  globalThis.history.replaceState(null, '', '/project/abc/editor?secret=1')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const nothing = () => undefined
const show = (error: Error, more: { isDevelopment?: boolean; onReset?: () => void } = {}) =>
  render(<AppFallback error={error} onReset={nothing} {...more} />)

const supportQuery = (name = 'Contact support') => {
  const [link] = screen.getAllByRole('link', { name })
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href)
  return { pathname, query: searchParams }
}

describe('SPEC.md section 2, Error fallback page', () => {
  test("“Heading 'Sorry! An unexpected error occurred.' with the error message and a copy-error action”", async () => {
    const write = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: write },
    })
    show(new Error('it broke'))
    expect(
      screen.getByRole('heading', { name: 'Sorry! An unexpected error occurred.' }),
    ).toBeTruthy()
    expect(screen.getByText('it broke')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Copy error' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  })

  test('“Suggestions: refresh the page, sign out and back in (to /logout), clear browser storage, disable extensions, contact support”', () => {
    show(new Error('x'))
    const items = screen.getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'Refresh the page',
      'Sign out and sign back in',
      'Clear your browser storage for this site',
      'Disable browser extensions that change pages',
      'Contact support when it keeps happening',
    ])
    const out = screen.getByRole('link', { name: 'Sign out' })
    expect(out.getAttribute('href')).toBe('/logout')
  })

  test("“A 'Contact support' link to /support/new with category=dashboard_bug, optional sid, and subject and message prefilled with the path name and stack”", () => {
    show(new Error('it broke'))
    const { pathname, query } = supportQuery()
    expect(pathname).toBe('/support/new')
    expect(query.get('category')).toBe('dashboard_bug')
    expect(query.get('sid')).toBeNull()
    expect(query.get('subject')).toBe('Dashboard error on /project/abc/editor')
    expect(query.get('message')).toMatch(
      /^Path name: \/project\/abc\/editor\nError stack: Error: it broke\n\s+at /u,
    )
  })

  test("“The button reads 'Return to dashboard' (resets the boundary) outside production and 'Reload dashboard' in production”", () => {
    const onReset = vi.fn<() => void>()
    const { rerender } = show(new Error('x'), { onReset })
    expect(screen.getByRole('button', { name: 'Reload dashboard' })).toBeTruthy()
    rerender(<AppFallback error={new Error('x')} onReset={onReset} isDevelopment />)
    screen.getByRole('button', { name: 'Return to dashboard' }).click()
    expect(onReset).toHaveBeenCalledTimes(1)
  })

  test.each(['removeChild', 'insertBefore'])(
    "“For DOM %s errors it also warns that translation tools or extensions may cause the fault, with a refresh link and a 'Still stuck?' support link”",
    (method) => {
      show(new Error(`Failed to execute '${method}' on 'Node'`))
      expect(
        screen.getByText('A translation tool or a browser extension may have changed this page'),
      ).toBeTruthy()
      expect(screen.getByRole('link', { name: 'refresh the page' })).toBeTruthy()
      expect(supportQuery('Still stuck?').query.get('category')).toBe('dashboard_bug')
    },
  )

  test('any other fault does not mention translation tools', () => {
    show(new Error('x'))
    expect(screen.queryByRole('link', { name: 'Still stuck?' })).toBeNull()
  })

  test('“Client exceptions are reported with an id”, which the page shows and the support link has', async () => {
    vi.mocked(Math.random).mockReturnValue(0.1)
    show(new TypeError('it broke'))
    await waitFor(() => expect(calls).toHaveLength(1))
    const { route, body } = calls[0] ?? {}
    expect(route).toBe(errors)
    const sent = body as { id: string; pathname: string }
    expect(sent).toMatchObject({
      name: 'TypeError',
      message: 'it broke',
      pathname: '/project/abc/editor',
    })
    expect(screen.getByText(sent.id)).toBeTruthy()
    expect(supportQuery().query.get('sid')).toBe(sent.id)
  })

  test('SPEC.md section 8: “Error reporting is sampled at 20% by default”; an unsent one has no id', () => {
    vi.mocked(Math.random).mockReturnValue(0.2)
    show(new Error('it broke'))
    expect(calls).toEqual([])
    expect(screen.queryByText(/^Error ID:/u)).toBeNull()
  })

  test('an answer of the server is reported by the server: the page has the id of the request', () => {
    vi.mocked(Math.random).mockReturnValue(0)
    show(new ApiError('internal', 'An unexpected error occurred', { requestId: 'r-1' }))
    expect(calls).toEqual([])
    expect(supportQuery().query.get('sid')).toBe('r-1')
  })
})

/** Throws until it is switched off. */
function breakable() {
  const state = { isBroken: true }
  function Part() {
    if (state.isBroken) throw new Error('the part broke')
    return <p>works again</p>
  }
  return { state, Part }
}

test('a boundary contains a failure, reports it once and resets it on demand', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  const { state, Part } = breakable()
  render(
    <>
      <p>next to it</p>
      <ErrorBoundary
        renderError={(error, reset) => <button onClick={reset}>{error.message}</button>}
      >
        <Part />
      </ErrorBoundary>
    </>,
  )
  expect(screen.getByText('next to it')).toBeTruthy()
  await waitFor(() => expect(calls).toMatchObject([{ body: { message: 'the part broke' } }]))
  state.isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'the part broke' }))
  expect(screen.getByText('works again')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('one broken chart does not break the page: a small panel replaces it and retries', async () => {
  const { state, Part } = breakable()
  render(
    <>
      <h1>Usage</h1>
      <PanelBoundary failure="The chart could not be shown">
        <Part />
      </PanelBoundary>
      <PanelBoundary failure="The table could not be shown">
        <p>the table</p>
      </PanelBoundary>
    </>,
  )
  expect(screen.getByRole('heading', { name: 'Usage' })).toBeTruthy()
  expect(screen.getByText('the table')).toBeTruthy()
  const panel = within(screen.getByRole('alert'))
  expect(panel.getByText('The chart could not be shown')).toBeTruthy()
  state.isBroken = false
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('works again')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
