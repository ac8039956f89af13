import { lazy, type ReactNode, Suspense } from 'react'

const DialogPanel = lazy(async () => ({ default: (await import('./DialogPanel.tsx')).DialogPanel }))

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Buttons, the primary one last. */
  footer?: ReactNode
  /** `panel` comes from the right and is for creating and editing; `dialog` for short choices. */
  kind?: 'dialog' | 'panel' | 'drawer'
  width?: 'small' | 'medium' | 'large'
  /** Hides the heading from sight, for dialogs that begin with a search field. */
  isBare?: boolean
  children?: ReactNode
}

/**
 * A modal. Escape and a press outside close it, focus stays inside and returns to where it
 * was. Its code is loaded when the first one opens.
 */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  )
}
