// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { parseSearch, stringifySearch } from '../../../lib/location.ts'
import { useViewParams } from './use-view-params.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function View() {
  const { params, askFor } = useViewParams('shop', 4701)
  return (
    <>
      <output>{JSON.stringify(params)}</output>
      <button type="button" onClick={() => askFor({})}>
        Clear
      </button>
      <button type="button" onClick={() => askFor({ search: 'moss' })}>
        Search
      </button>
    </>
  )
}

test('a request while the address of the former one is pending is kept', async () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work))
  vi.stubGlobal('scrollTo', () => undefined)
  const idle = () => act(async () => waiting.splice(0).forEach((work) => work()))
  let arrive = () => {}
  let began = 0
  const routeTree = createRootRoute({
    component: View,
    notFoundComponent: View,
    beforeLoad: () => {
      began += 1
      // The first navigation after the page's own is slow.
      return began === 2 ? new Promise<void>((resolve) => (arrive = resolve)) : undefined
    },
  })
  const history = createMemoryHistory({
    initialEntries: ['/project/shop/editor/4701?filter=name.eq.fern'],
  })
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  render(<RouterProvider router={router as never} />)
  const shown = await screen.findByRole('status')
  expect(shown.textContent).toBe('{"filter":"name.eq.fern"}')

  act(() => screen.getByRole('button', { name: 'Clear' }).click())
  await idle()
  await waitFor(() => expect(began).toBe(2))
  act(() => screen.getByRole('button', { name: 'Search' }).click())
  await act(async () => arrive())
  await waitFor(() => expect(history.location.search).toBe(''))
  await idle()
  await waitFor(() => expect(history.location.search).toBe('?search=moss'))
  expect(screen.getByRole('status').textContent).toBe('{"search":"moss"}')
})
