import { useEffect, useSyncExternalStore } from 'react'

import { type Toast, toastMs, toastStore } from '../lib/browser/toast.ts'
import { late } from './late.tsx'

// The message may be that the server is gone: then the code cannot be loaded either.
const ToastCard = late(() =>
  import('./ToastCard.tsx').then((code) => code.ToastCard).catch(() => PlainCard),
)

/**
 * Shows messages of `notify`. The live region always exists, so that screen readers watch it. It is
 * above the last lines of a page, a dialog or a panel, whose buttons stay visible.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-0 bottom-24 z-50 flex w-full flex-col items-end gap-2 p-4 [body:has(aside>footer)_&]:bottom-40 tablet:bottom-12 tablet:w-auto tablet:[body:has(:is([role=dialog],aside)>footer)_&]:bottom-20"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function PlainCard({ toast: { id, message } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => toastStore.dismiss(id), toastMs)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <p role="alert" className="rounded-card border border-line bg-raised p-3 shadow-raised">
      {message}
    </p>
  )
}
