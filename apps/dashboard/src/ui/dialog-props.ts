import type { ReactNode } from 'react'

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
  /** Hides the heading visually, for dialogs that start with a search field. */
  isBare?: boolean
  /** Only its own buttons close it: it shows a secret that cannot be shown again. */
  isKept?: boolean
  children?: ReactNode
}
