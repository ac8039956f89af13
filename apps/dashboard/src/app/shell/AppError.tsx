import { lazy, Suspense } from 'react'

import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import type { AppFallbackProps } from './AppFallback.tsx'

const load = () => import('./AppFallback.tsx')
const AppFallback = lazy(async () => ({ default: (await load()).AppFallback }))
const idleMs = 3000

/**
 * Preloads the error page while everything works, so that it is available when nothing else is.
 * From then on failures outside of every boundary are reported too.
 */
export function fetchAppError(): void {
  setTimeout(() => void prepare().catch(() => undefined), idleMs)
}

async function prepare() {
  const [{ reportUnhandled }] = await Promise.all([
    import('../../lib/network/error-tracking.ts'),
    load(),
  ])
  reportUnhandled()
}

/** The error page; a plain one when even its code cannot be fetched. */
export function AppError(props: AppFallbackProps) {
  return (
    <ErrorBoundary renderError={() => <Plain message={props.error.message} />}>
      <Suspense>
        <AppFallback {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Plain({ message }: { message: string }) {
  return (
    <main className="p-12">
      <h1 className="text-xl font-semibold">Sorry! An unexpected error occurred.</h1>
      <p>{message}</p>
      <a href={globalThis.location.href}>Reload dashboard</a>
    </main>
  )
}
