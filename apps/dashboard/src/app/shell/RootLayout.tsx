import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

import { whenIdle } from '../../lib/browser/when-idle.ts'
import { Offered } from '../../lib/install.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'

/** The parts around the page are loaded after the page itself. */
const Banners = lazy(async () => {
  await whenIdle()
  return { default: (await import('./banners/Banners.tsx')).Banners }
})
const Consent = lazy(async () => {
  await whenIdle()
  return { default: (await import('../../areas/consent/Consent.tsx')).Consent }
})

/** Moves the focus to the new page's content, so that keyboard and screen reader start there. */
export function RootLayout() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        // A field with autofocus keeps it, and so does an element next to the page or above it: a
        // query that gets its address by saving must not move the focus, which closes a menu.
        const kept = '#content, .assistant, [role=dialog], [role=menu][data-state=open]'
        const stored = document.activeElement?.closest(kept) ?? null
        if (stored !== null) return
        document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
      }),
    [router],
  )
  return (
    <div className="flex h-full flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <ErrorBoundary renderError={() => null}>
        <Suspense>
          <Banners />
        </Suspense>
      </ErrorBoundary>
      <div className="min-h-0 flex-1">
        <Outlet />
      </div>
      <Offered by="consent">
        <ErrorBoundary renderError={() => null}>
          <Suspense>
            <Consent />
          </Suspense>
        </ErrorBoundary>
      </Offered>
    </div>
  )
}
