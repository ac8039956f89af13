import type { ReactNode } from 'react'

export type ConfirmProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The verb on the button: "Delete project". */
  confirmLabel: string
  onConfirm: () => void
  isDanger?: boolean
  isPending?: boolean
  error?: Error | null
  /** What must be typed, where it cannot be undone. */
  typed?: string
  /** What will be lost or interrupted. */
  children?: ReactNode
}
