import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'

import { useScrollIntoView } from '../lib/browser/use-scroll-into-view.ts'
import { IconButton } from './Button.tsx'
import type { MenuItem } from './menu-props.ts'
import { Menu } from './Menu.tsx'
import { type Tabbed, useTabKeys } from './tab-order.ts'

/** Props that a row passes to each of its tabs. */
export type TabProps = {
  isCurrent: boolean
  /** Tab leads here; the arrow keys lead on. */
  isReachable: boolean
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onDragStart: () => void
  onDragOver: () => void
}

type Props<T extends Tabbed> = {
  /** The content of the tabs, such as "tables". */
  of: string
  /** The element of the row, for its owner. */
  bar: RefObject<HTMLDivElement | null>
  tabs: readonly T[]
  currentId: T['id'] | undefined
  /** The label of a tab in the menu of all tabs. */
  getLabel: (tab: T) => string
  onOpen: (id: T['id']) => void
  onClose: (id: T['id']) => void
  onCloseOthers: () => void
  onMove: (id: T['id'], to: number) => void
  renderTab: (tab: T, props: TabProps) => ReactNode
}

/** The open items in a scrolling row, with a menu of all of them. */
export function TabRow<T extends Tabbed>(props: Props<T>) {
  const { bar, tabs, currentId, onClose, onMove } = props
  const [dragged, setDragged] = useState<T['id']>()
  const onKeyDown = useTabKeys(bar, { tabs, close: onClose, move: onMove })
  useScrollIntoView(
    bar,
    'li:has([aria-current="page"])',
    tabs.map((tab) => `${tab.id} ${props.getLabel(tab)}`).join('\n') + currentId,
  )
  const reachable = tabs.some(({ id }) => id === currentId) ? currentId : tabs[0]?.id

  return (
    <div ref={bar} className="flex h-full items-stretch">
      <nav
        aria-label={`Open ${props.of}`}
        className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        <ul className="flex h-full items-stretch">
          {tabs.map((tab, at) =>
            props.renderTab(tab, {
              isCurrent: tab.id === currentId,
              isReachable: tab.id === reachable,
              onClose: () => onClose(tab.id),
              onKeyDown: (event) => onKeyDown(event, at),
              onDragStart: () => setDragged(tab.id),
              onDragOver: () => dragged !== undefined && dragged !== tab.id && onMove(dragged, at),
            }),
          )}
        </ul>
      </nav>
      {tabs.length > 1 && (
        <Menu
          align="end"
          trigger={<IconButton icon={ChevronDown} label={`All open ${props.of}`} className="m-1" />}
          items={getMenu(props)}
        />
      )}
    </div>
  )
}

const getMenu = <T extends Tabbed>(props: Props<T>): MenuItem[] => [
  ...props.tabs.map((tab) => ({
    kind: 'choice' as const,
    label: props.getLabel(tab),
    isChosen: tab.id === props.currentId,
    onSelect: () => props.onOpen(tab.id),
  })),
  { kind: 'separator' },
  { label: 'Close other tabs', onSelect: props.onCloseOthers },
]
