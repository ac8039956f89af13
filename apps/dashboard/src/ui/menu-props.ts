import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

export type MenuItem =
  | {
      kind?: 'item'
      label: string
      icon?: LucideIcon
      /** Shown on the right, as the registry writes keys. */
      keys?: string
      isDanger?: boolean
      /** Why it cannot be chosen; shown below the label. */
      disabledReason?: string | undefined
      onSelect: () => void
    }
  | { kind: 'choice'; label: string; isChosen: boolean; onSelect: () => void }
  | { kind: 'heading'; label: string }
  | { kind: 'content'; label: string; content: ReactNode }
  | { kind: 'separator' }

export type MenuProps = {
  /** A button; it gets the attributes of a menu trigger. */
  trigger: ReactElement<Record<string, unknown>>
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  side?: 'bottom' | 'right' | 'top'
  /**
   * Called when it has been closed; the owner then places the focus. A dialog or an editor that the
   * menu opened may have it by now: it is free when no other element has it.
   */
  onClosed?: ((isFocusFree: boolean) => void) | undefined
}
