import type { ConfirmProps } from './confirm-props.ts'
import { late } from './late.tsx'

const ConfirmDialog = late(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

/** Asks for confirmation before an action that interrupts or destroys; names what will be lost. */
export function Confirm(props: ConfirmProps) {
  if (!props.isOpen) return null
  return <ConfirmDialog {...props} />
}
