import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { type Toast, toastMs, toastStore } from '../lib/browser/toast.ts'
import { Button, IconButton } from './Button.tsx'

const icons = {
  good: { icon: CircleCheck, className: 'text-good' },
  bad: { icon: CircleAlert, className: 'text-bad' },
  info: { icon: Info, className: 'text-info' },
} as const

/**
 * One message. It stays while the pointer or the focus is on it. When it is dismissed, the focus
 * returns to where it was before.
 */
export function ToastCard({ toast }: { toast: Toast }) {
  const { id, tone, message, action } = toast
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return undefined
    const timer = setTimeout(() => toastStore.dismiss(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, isPaused])
  const before = useRef<EventTarget | null>(null)
  const onFocus = ({ currentTarget, relatedTarget: from }: FocusEvent) => {
    setIsPaused(true)
    if (!containsTarget(currentTarget, from)) before.current = from
  }
  const onBlur = ({ currentTarget, relatedTarget: to }: FocusEvent) => {
    setIsPaused(false)
    if (!containsTarget(currentTarget, to)) before.current = null
  }
  const dismiss = () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    toastStore.dismiss(id)
  }
  const { icon: Icon, className } = icons[tone]
  // The library removes it a moment later; until then nothing in it can be pressed any more.
  const isDismissed = useSyncExternalStore(
    toastStore.subscribe,
    () => !toastStore.get().includes(toast),
  )
  if (isDismissed) return null

  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className="flex w-full items-start gap-2.5 rounded-card border border-line bg-raised py-2.5 pr-2 pl-3 shadow-raised"
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Icon className={`mt-0.5 ${className}`} />
      <p className="min-w-0 flex-1 self-center break-words">{message}</p>
      {action !== undefined && (
        <Button
          size="small"
          onClick={() => {
            dismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} size="small" label="Dismiss" onClick={dismiss} />
    </div>
  )
}

const containsTarget = (card: Element, target: EventTarget | null): boolean =>
  target instanceof Node && card.contains(target)
