import { lazy, Suspense, useSyncExternalStore } from 'react'

import { toastStore } from './toast.ts'

const ToastCard = lazy(async () => ({ default: (await import('./ToastCard.tsx')).ToastCard }))

/** Shows what `notify` says. The region is always there, so that screen readers watch it. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-0 bottom-12 z-50 flex w-full flex-col items-end gap-2 p-4 tablet:bottom-0 tablet:w-auto tablet:[body:has(:is([role=dialog],aside)>footer)_&]:bottom-20"
    >
      <Suspense>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </Suspense>
    </section>
  )
}
