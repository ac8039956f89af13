import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { useShortcut } from '../lib/browser/shortcuts.ts'
import { useMatches } from '../lib/browser/use-media.ts'
import { storage } from '../lib/storage/storage.ts'
import { useSetting } from '../lib/storage/use-setting.ts'
import { IconButton } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { usePanelWidth } from './use-panel-width.tsx'

type Props = {
  /** The area: "Table editor". */
  title: string
  /** The content of the second column: schemas and tables, snippets. */
  column: ReactNode
  /** Small buttons next to the title. */
  columnActions?: ReactNode
  /** An open drawer closes when it changes. */
  closeKey?: string
  children: ReactNode
}

/**
 * A product area with a second column: resizable and collapsible on a desktop, a drawer below 1024
 * px. The page next to it fills the remaining width and scrolls by itself.
 */
export function AreaLayout({ title, column, columnActions, closeKey = 'page', children }: Props) {
  const isWide = useMatches('(width >= 1024px)')
  const [isShown, setIsShown] = useSetting(storage.isColumnShown)
  const [drawerKey, setDrawerKey] = useState<string>()
  const isDrawerOpen = drawerKey === closeKey
  const isOpen = isWide ? isShown : isDrawerOpen
  const toggle = () =>
    isWide ? setIsShown(!isShown) : setDrawerKey(isDrawerOpen ? undefined : closeKey)
  useShortcut({ keys: 'mod+b', label: 'Show or hide the list', group: 'This page', run: toggle })

  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col desktop:flex-row">
      {isWide && isShown && (
        <Column title={title} actions={columnActions} onClose={toggle}>
          {column}
        </Column>
      )}
      {!(isWide && isShown) && (
        <div className="flex flex-none items-center gap-1 border-line px-2 max-desktop:h-10 max-desktop:border-b desktop:w-10 desktop:flex-col desktop:border-r desktop:pt-2">
          <IconButton
            icon={PanelLeftOpen}
            label={`Show the list of ${title}`}
            aria-expanded={isOpen}
            onClick={toggle}
          />
          <span className="font-semibold desktop:hidden">{title}</span>
        </div>
      )}
      <Dialog kind="drawer" title={title} isOpen={!isWide && isDrawerOpen} onClose={toggle}>
        <div className="-mx-4 flex h-full flex-col">{column}</div>
      </Dialog>
      <div className="min-h-0 min-w-0 flex-1">{children}</div>
    </div>
  )
}

type ColumnProps = { title: string; actions?: ReactNode; onClose: () => void; children: ReactNode }

function Column({ title, actions, onClose, children }: ColumnProps) {
  const { width, separator } = usePanelWidth({
    setting: storage.columnWidth,
    range: [176, 420],
    step: 16,
    edge: 'right',
    label: 'Width of the list',
  })
  return (
    <aside
      aria-label={title}
      className="relative flex flex-none flex-col border-r border-line"
      style={{ width }}
    >
      <div className="flex h-11 flex-none items-center gap-1 pr-2 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        {actions}
        <IconButton icon={PanelLeftClose} label="Hide the list" keys="mod+b" onClick={onClose} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
      {separator}
    </aside>
  )
}
