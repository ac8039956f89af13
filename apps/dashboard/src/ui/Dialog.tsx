import { lazy, Suspense } from 'react'

import type { DialogProps } from './dialog-props.ts'

const DialogPanel = lazy(async () => ({ default: (await import('./DialogPanel.tsx')).DialogPanel }))

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
