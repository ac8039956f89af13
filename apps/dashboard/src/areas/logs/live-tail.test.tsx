// @vitest-environment jsdom
import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop, signedIn } from '../../testing/answers.ts'
import { logCalls, logHistogram, logRow, logRows, logState } from '../../testing/log-answers.ts'
import { openApp } from '../../testing/open-app.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const edge = `/project/${shop.ref}/logs/edge_logs`

/** A server whose rows can be added to. */
function openLive(url: string, more: Answers = {}) {
  const server = { rows: [logRow(1)] as LogRowEntry[], isAway: false }
  const { calls, address } = openApp(
    url,
    signedIn({
      [logCalls.rows]: () =>
        server.isAway
          ? refusal(503, { kind: 'log_store_unreachable', message: 'The log store is away.' })
          : logRows(server.rows.toSorted((one, other) => Number(other.id) - Number(one.id))),
      [logCalls.histogram]: logHistogram({ info: [1, 0, 0, 0] }),
      [logCalls.facets]: { facets: {} },
      [logCalls.state]: logState,
      ...more,
    }),
  )
  const polls = () => calls.filter(({ route }) => route === logCalls.rows)
  return { server, polls, address }
}

const list = () => screen.findByRole('grid', { name: 'Rows' })
const messages = async () =>
  within(await list())
    .getAllByRole('row')
    .map(({ textContent }) => /id=(\d+)$/u.exec(textContent)?.[1])

describe('the live tail', () => {
  test('shows each new row once, in the order of rows, and is in the URL', async () => {
    const { server, polls, address } = openLive(edge)
    await list()
    await userEvent.click(screen.getByRole('button', { name: 'Live' }))
    await waitFor(() => expect(address()).toBe(`${edge}?live=true`))
    server.rows.push(logRow(5), logRow(3))
    await waitFor(async () => expect(await messages()).toEqual(['5', '3', '1']))
    server.rows.push(logRow(4))
    await waitFor(async () => expect(await messages()).toEqual(['5', '4', '3', '1']))
    const poll = polls().at(-1)
    // Rows that arrive late are found in the 10 s before the newest one.
    expect(poll?.query.get('from')).toBe('2026-11-28T11:59:50.005Z')
    await userEvent.click(screen.getByRole('button', { name: 'Live' }))
    await waitFor(() => expect(address()).toBe(edge))
  })

  test('keeps new rows back while the list is scrolled, and says how many', async () => {
    const { server } = openLive(`${edge}?live=true`)
    const grid = await list()
    grid.scrollTop = 500
    fireEvent.scroll(grid)
    server.rows.push(logRow(2), logRow(3))
    const button = await screen.findByRole('button', { name: '2 new rows' })
    expect(await messages()).toEqual(['1'])
    await userEvent.click(button)
    expect(await messages()).toEqual(['3', '2', '1'])
    expect(screen.queryByRole('button', { name: '2 new rows' })).toBeNull()
    expect(grid.scrollTop).toBe(0)
  })

  test('reads nothing while the tab is hidden', async () => {
    const { server, polls } = openLive(`${edge}?live=true`)
    await list()
    await waitFor(() => expect(polls().length).toBeGreaterThan(1))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    const before = polls().length
    server.rows.push(logRow(2))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(polls()).toHaveLength(before)
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(async () => expect(await messages()).toEqual(['2', '1']))
  })

  test('says that it is interrupted while the store does not answer', async () => {
    const { server } = openLive(`${edge}?live=true`)
    await list()
    server.isAway = true
    expect(await screen.findByText('The live tail is interrupted')).toBeTruthy()
    expect(await messages()).toEqual(['1'])
  })

  test('needs a range that ends now', async () => {
    openLive(`${edge}?from=2026-11-28T11:00:00.000Z&to=2026-11-28T12:00:00.000Z&live=true`)
    await list()
    const button = screen.getByRole('button', { name: 'Live' })
    expect(button.getAttribute('aria-pressed')).toBe('false')
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})
