import type { LucideIcon } from 'lucide-react'
import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

const loadList = () => import('./PickerList.tsx')
const PickerList = lazy(async () => ({ default: (await loadList()).PickerList }))

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
}

/** A list with a search field behind a button. Its code is fetched when the pointer comes near. */
export function Picker(props: PickerProps) {
  const [isWanted, setIsWanted] = useState(false)
  const idle = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerOver: () => void loadList(),
    onFocus: () => void loadList(),
    onClick: () => setIsWanted(true),
  })
  if (!isWanted) return idle
  return (
    <Suspense fallback={idle}>
      <PickerList {...props} />
    </Suspense>
  )
}
