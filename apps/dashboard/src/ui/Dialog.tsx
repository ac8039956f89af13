import type { DialogProps } from './dialog-props.ts'
import { late } from './late.tsx'

const DialogPanel = late(async () => (await import('./DialogPanel.tsx')).DialogPanel)

/**
 * A modal. Escape and a press outside close it, focus stays inside and returns to where it
 * was. Its code is loaded when the first one opens.
 */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return <DialogPanel {...props} />
}
