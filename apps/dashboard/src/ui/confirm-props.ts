import type { ReactNode } from 'react'

export type ConfirmProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The verb on the button: "Delete project". */
  confirmLabel: string
  /** "Cancel" unless given. */
  cancelLabel?: string
  onConfirm: () => void
  isDanger?: boolean
  isPending?: boolean
  /** Why it cannot be confirmed yet. */
  disabledReason?: string | undefined
  error?: Error | null
  /** The text to type, when the action cannot be undone. */
  typed?: string
  /** The effects of the action. */
  children?: ReactNode
}
