// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './toasts.css'
import { useEffect, useRef } from 'react'
import { toast as sonner, Toaster } from 'sonner'

import { type Toast, toastStore } from '../lib/browser/toast.ts'
import { ToastCard } from './ToastCard.tsx'

/**
 * The toasts, stacked by sonner. F8 focuses them and Escape leaves them. They stand above the
 * last lines of a page, a dialog or a panel, whose buttons are pressed next.
 */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const shown = useRef(new Set<number>())
  useEffect(() => {
    const ids = new Set(toasts.map(({ id }) => id))
    for (const toast of toasts) if (!shown.current.has(toast.id)) show(toast)
    for (const id of shown.current) if (!ids.has(id)) sonner.dismiss(id)
    shown.current = ids
  }, [toasts])
  // The library shows what is left again when it is mounted once more.
  useEffect(() => () => void sonner.dismiss(), [])
  return (
    <Toaster
      expand
      position="bottom-right"
      customAriaLabel="Notifications"
      hotkey={hotkey}
      gap={8}
      offset={16}
      mobileOffset={16}
      visibleToasts={4}
      className="bottom-28! z-50! [body:has(aside>footer)_&]:bottom-44! tablet:bottom-16! tablet:[body:has(:is([role=dialog],aside)>footer)_&]:bottom-24!"
    />
  )
}

const hotkey = ['F8']

/** The card itself counts the time, because it also waits while the focus is on it. */
function show(toast: Toast): void {
  sonner.custom(() => <ToastCard toast={toast} />, {
    id: toast.id,
    duration: Number.POSITIVE_INFINITY,
    // Swiped away.
    onDismiss: () => toastStore.dismiss(toast.id),
  })
}
