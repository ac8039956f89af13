import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

export type PickerItem = {
  id: string
  label: string
  /** Its group heading. */
  group?: string
  /** Shown on the right in a softer tone. */
  detail?: ReactNode
  /** Found by these words too. */
  keywords?: readonly string[]
  icon?: LucideIcon
}

export type PickerProps = {
  /** A button; it gets the attributes of a popover trigger. */
  trigger: ReactElement<Record<string, unknown>>
  items: readonly PickerItem[]
  /** Of the search field: "Find a project". */
  placeholder: string
  chosen?: string | undefined
  onPick: (id: string) => void
  /** Below the list, always in reach: "New project". */
  actions?: readonly PickerItem[]
  /** The text without a match. */
  empty?: string
  /** The item for the typed text, when no other matches. */
  written?: (text: string) => PickerItem
  /** Called with the typed text, when the items are loaded. */
  onSearch?: (text: string) => void
}
