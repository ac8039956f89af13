import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { Button, IconButton } from './Button.tsx'
import { type Toast, toastMs, toastStore } from './toast.ts'

const icons = {
  good: { icon: CircleCheck, className: 'text-good' },
  bad: { icon: CircleAlert, className: 'text-bad' },
  info: { icon: Info, className: 'text-info' },
} as const

/** Shows what `notify` says. The region is always there, so that screen readers watch it. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-0 bottom-12 z-50 flex w-full flex-col items-end gap-2 p-4 tablet:bottom-0 tablet:w-auto"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, tone, message, action } = toast
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => toastStore.dismiss(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  const { icon: Icon, className } = icons[tone]

  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className="pointer-events-auto flex w-full animate-rise items-start gap-2.5 rounded-card border border-line bg-raised py-2.5 pr-2 pl-3 shadow-raised tablet:w-[360px]"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon aria-hidden className={`mt-0.5 ${className}`} />
      <p className="min-w-0 flex-1 self-center break-words">{message}</p>
      {action !== undefined && (
        <Button size="small" onClick={action.run}>
          {action.label}
        </Button>
      )}
      <IconButton icon={X} size="small" label="Dismiss" onClick={() => toastStore.dismiss(id)} />
    </div>
  )
}
