import { lazy, Suspense } from 'react'

import type { ConfirmProps } from './confirm-props.ts'
import { Dialog } from './Dialog.tsx'

const ConfirmForm = lazy(async () => ({ default: (await import('./ConfirmForm.tsx')).ConfirmForm }))

/** Asks before an act that interrupts or destroys; names what will be lost. */
export function Confirm(props: ConfirmProps) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.title} width="medium">
      <Suspense>
        <ConfirmForm {...props} />
      </Suspense>
    </Dialog>
  )
}
