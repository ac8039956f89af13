import type { Install } from '@basalt/contract/utility'
import type { RowOperation } from '@basalt/pg-model'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

import { AccessContext } from '../lib/access/access.tsx'
import { toastStore } from '../lib/browser/toast.ts'
import { InstallProvider } from '../lib/install.tsx'
import { parseSearch, stringifySearch } from '../lib/location.ts'
import { queryClient } from '../lib/network/query-client.ts'
import { Toaster } from '../ui/Toaster.tsx'
import {
  type Answers,
  fakeNetwork,
  install as defaultInstall,
  rulesFor,
  shop,
  signedIn,
} from './answers.ts'

export const database = `/platform/pg-meta/${shop.ref}`

type Options = {
  answers?: Answers
  /** The address that the part is at. */
  url?: string
  /** Prefixes of actions that the signed-in person may not do. */
  without?: string
  install?: Install
}

const nothing = () => undefined

/** Shows a part of a page with its surroundings, but without the page: only the network is faked. */
export function openPart(
  Part: () => ReactNode,
  { answers = {}, url = '/', without, install = defaultInstall }: Options = {},
) {
  queryClient.clear()
  localStorage.clear()
  for (const { id } of toastStore.get()) toastStore.dismiss(id)
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
  vi.stubGlobal('scrollTo', nothing)
  const calls = fakeNetwork(signedIn(answers))
  const history = createMemoryHistory({ initialEntries: [url] })
  const routeTree = createRootRoute({ component: Part, notFoundComponent: Part })
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  render(
    <InstallProvider value={install}>
      <AccessContext value={accessWithout(without)}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
          <Toaster />
        </QueryClientProvider>
      </AccessContext>
    </InstallProvider>,
  )
  const listBodies = (route: string) =>
    calls.flatMap((call) => (call.route === route ? [call.body] : []))
  /** The changes of rows that were sent, in order. */
  const sent = () =>
    listBodies(`POST ${database}/changes`) as { id: string; operations: RowOperation[] }[]
  return { calls, listBodies, sent, address: () => history.location.href }
}

function accessWithout(action: string | undefined) {
  const scope = { organizationSlug: 'acme', projectRef: shop.ref }
  const [rule] = rulesFor('Owner')
  const denial =
    action === undefined || rule === undefined
      ? []
      : [{ ...rule, actions: [`${action}%`], resources: ['%'], restrictive: true, condition: null }]
  return { ...scope, rules: [...rulesFor('Owner'), ...denial] }
}

/** The answer to changes that were stored. */
export const saved = (...results: object[]) => ({
  outcome: 'saved',
  results,
  history_id: '00000000-0000-4000-8000-000000000001',
  cascaded: 0,
})
