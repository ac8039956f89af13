import type { Boot } from '@basalt/contract/boot'
import { type Install, utility } from '@basalt/contract/utility'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Root } from 'react-dom/client'

import { listenForShortcuts } from '../../lib/browser/shortcuts.ts'
import { InstallProvider } from '../../lib/install.tsx'
import { call } from '../../lib/network/api.ts'
import { noteLate } from '../../lib/network/late-answers.ts'
import { queryClient } from '../../lib/network/query-client.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { AppError, fetchAppError } from '../shell/AppError.tsx'
import { createAppRouter } from './router.tsx'

/** The browser's default; `early.ts` switched it off. */
const defaultStackDepth = 10

/** Reads the boot data of the page, fills the cache with it and renders the app. */
export async function start(root: Root): Promise<void> {
  Error.stackTraceLimit = defaultStackDepth
  listenForShortcuts()
  const boot = readBoot()
  seed(boot)
  noteLate(boot)
  const install = boot?.install ?? (await call(utility.install, {}).catch((error: Error) => error))
  if (install instanceof Error) {
    root.render(<AppError error={install} onReset={() => globalThis.location.reload()} />)
    return
  }
  root.render(<App install={install} />)
  fetchAppError()
}

function App({ install }: { install: Install }) {
  const router = createAppRouter(install, queryClient)
  router.subscribe('onRendered', removeFirstRows)
  return (
    <InstallProvider value={install}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary
          renderError={(error, reset) => (
            <AppError error={error} onReset={reset} isDevelopment={install.development} />
          )}
        >
          <RouterProvider router={router} />
        </ErrorBoundary>
        <Toaster />
      </QueryClientProvider>
    </InstallProvider>
  )
}

/** The page is rendered, so the static rows are removed. */
function removeFirstRows() {
  document.querySelector('#first-rows')?.remove()
}

/** Undefined in the development server, whose page carries no boot data. */
export function readBoot(page: ParentNode = document): Boot | undefined {
  const text = page.querySelector('#basalt-boot')?.textContent ?? ''
  return text.trim() === '' ? undefined : (JSON.parse(text) as Boot)
}

/** Puts boot data under the keys of `query(route, input)`. */
export function seed(boot: Boot | undefined): void {
  for (const { route, input, data } of boot?.answers ?? []) {
    const [method, path] = route.split(' ')
    queryClient.setQueryData([method, path, input], data)
  }
}
