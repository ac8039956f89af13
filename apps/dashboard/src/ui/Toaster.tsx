import { useEffect, useSyncExternalStore } from 'react'

import { type Toast, toastMs, toastStore } from '../lib/browser/toast.ts'
import { late } from './late.tsx'

type Props = { toasts: readonly Toast[] }

// The message may be that the server is unreachable: then this code does not come either.
const ToastList = late<Props>(() =>
  import('./ToastList.tsx').then((code) => code.ToastList).catch(() => PlainList),
)

/** Shows the toasts of `notify`. Their code is fetched with the first one. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  return toastStore.wasUsed() ? <ToastList toasts={toasts} /> : null
}

const PlainList = ({ toasts }: Props) => (
  <section
    aria-label="Notifications"
    aria-live="polite"
    className="fixed right-0 bottom-24 z-50 flex flex-col gap-2 p-4"
  >
    {toasts.map((toast) => (
      <PlainCard key={toast.id} toast={toast} />
    ))}
  </section>
)

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
