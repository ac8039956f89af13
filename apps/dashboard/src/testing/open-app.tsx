import type { Install } from '@basalt/contract/utility'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { vi } from 'vitest'

import { createAppRouter } from '../app/router/router.tsx'
import { overlay } from '../app/shell/overlay.ts'
import { toastStore } from '../lib/browser/toast.ts'
import { InstallProvider } from '../lib/install.tsx'
import { queryClient } from '../lib/network/query-client.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { type Answers, fakeNetwork, install as defaultInstall } from './answers.ts'

const nothing = () => undefined

/** Opens the whole dashboard at a URL, with only the network faked. */
export function openApp(url: string, answers: Answers, install: Install = defaultInstall) {
  queryClient.clear()
  localStorage.clear()
  overlay.close()
  for (const { id } of toastStore.get()) toastStore.dismiss(id)
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
  vi.stubGlobal('scrollTo', nothing)
  // Pages before sign-in read the query of the address itself.
  globalThis.history.replaceState(null, '', url)
  const calls = fakeNetwork(answers)
  const history = createMemoryHistory({ initialEntries: [url] })
  const router = createAppRouter(install, queryClient, history)
  render(
    <InstallProvider value={install}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </InstallProvider>,
  )
  return { calls, address: () => history.location.href, back: () => history.back() }
}
