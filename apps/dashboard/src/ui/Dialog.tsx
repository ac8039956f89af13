import type { DialogProps } from './dialog-props.ts'
import { late } from './late.tsx'

const DialogPanel = late(async () => (await import('./DialogPanel.tsx')).DialogPanel)

/**
 * A modal. Escape closes it, after a question if a form in it is not saved, and a click outside
 * unless something was typed; focus is trapped inside and restored afterwards.
 * Its code is loaded when the first one opens.
 */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return <DialogPanel {...props} />
}
