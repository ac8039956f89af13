import { lazy, Suspense } from 'react'

import type { ConfirmProps } from './confirm-props.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}))

/** Asks before an act that interrupts or destroys; names what will be lost. */
export function Confirm(props: ConfirmProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <ConfirmDialog {...props} />
    </Suspense>
  )
}
