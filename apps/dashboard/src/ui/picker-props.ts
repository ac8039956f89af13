import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

export type PickerItem = {
  id: string
  label: string
  /** The heading under which it stands. */
  group?: string
  /** Said on the right in a softer tone. */
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
  /** What is said when nothing matches. */
  empty?: string
  /** The item that stands for what is typed, where no other matches. */
  written?: (text: string) => PickerItem
  /** Told what is typed, where the items come from elsewhere. */
  onSearch?: (text: string) => void
}
