import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useState } from 'react'

import { type Toast, toastMs, toastStore } from '../lib/browser/toast.ts'
import { Button, IconButton } from './Button.tsx'

const icons = {
  good: { icon: CircleCheck, className: 'text-good' },
  bad: { icon: CircleAlert, className: 'text-bad' },
  info: { icon: Info, className: 'text-info' },
} as const

/**
 * One message; its timer pauses while the pointer or the focus is on it. The focus returns to its
 * former element after Undo.
 */
export function ToastCard({ toast }: { toast: Toast }) {
  const { id, tone, message, action } = toast
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => toastStore.dismiss(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  const before = useRef<EventTarget | null>(null)
  const onFocus = ({ currentTarget, relatedTarget: from }: FocusEvent) => {
    setIsHeld(true)
    if (!holds(currentTarget, from)) before.current = from
  }
  const onBlur = ({ currentTarget, relatedTarget: to }: FocusEvent) => {
    setIsHeld(false)
    if (!holds(currentTarget, to)) before.current = null
  }
  const dismiss = () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    toastStore.dismiss(id)
  }
  const { icon: Icon, className } = icons[tone]

  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className="pointer-events-auto flex w-full animate-rise items-start gap-2.5 rounded-card border border-line bg-raised py-2.5 pr-2 pl-3 shadow-raised tablet:w-[360px]"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Icon className={`mt-0.5 ${className}`} />
      <p className="min-w-0 flex-1 self-center break-words">{message}</p>
      {action !== undefined && (
        <Button
          size="small"
          onClick={() => {
            // It runs once.
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

const holds = (card: Element, target: EventTarget | null): boolean =>
  target instanceof Node && card.contains(target)
