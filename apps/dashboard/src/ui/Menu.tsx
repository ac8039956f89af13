import type { LucideIcon } from 'lucide-react'
import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

const loadList = () => import('./MenuList.tsx')
const MenuList = lazy(async () => ({ default: (await loadList()).MenuList }))

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
}

/** A menu behind a button. Its code is fetched when the pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const own = props.trigger.props
  const idle = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerOver: () => void loadList(),
    onFocus: () => void loadList(),
    onClick: () => own['aria-disabled'] === true || setIsWanted(true),
  })
  if (!isWanted) return idle
  return (
    <Suspense fallback={idle}>
      <MenuList {...props} />
    </Suspense>
  )
}
