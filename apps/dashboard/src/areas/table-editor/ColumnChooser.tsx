import type { TableDetail } from '@basalt/contract/database/tables'
import * as Popover from 'radix-ui/popover'
import { type ReactNode, useState } from 'react'

import { storage } from '../../lib/storage/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { withHidden } from './column-arranging.ts'
import { useColumnLayout } from './use-column-layout.ts'

type Props = { projectRef: string; table: TableDetail; trigger: ReactNode; onClose: () => void }

/** The columns of a table, each to be shown or hidden. */
export function ColumnChooser({ projectRef, table, trigger, onClose }: Props) {
  const { names, layout, setLayout, shown, widths } = useColumnLayout(projectRef, table)
  const [search, setSearch] = useState('')
  const matching = names.filter((name) => name.toLowerCase().includes(search.toLowerCase()))
  const hiddenCount = names.length - shown.length
  const isPlain = isAsMade(layout) && Object.keys(widths).length === 0
  const reset = () => {
    setLayout({ order: [], hidden: [], frozen: [] })
    storage.columnWidths(projectRef, table.id).remove()
  }

  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Columns"
          className="z-50 flex w-64 max-w-[calc(100vw-16px)] animate-fade-in flex-col rounded-card bg-raised shadow-raised outline-none"
        >
          <input
            type="text"
            aria-label="Find a column"
            placeholder="Find a column"
            className="h-10 w-full border-b border-line bg-transparent px-3 outline-none pointer-coarse:text-lg"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <ul aria-label="Columns" className="max-h-[min(320px,50vh)] overflow-y-auto p-1">
            {matching.map((name) => (
              <Choice
                key={name}
                name={name}
                isShown={shown.includes(names.indexOf(name))}
                isLast={shown.length === 1}
                onChange={(isShown) => setLayout(withHidden(layout, name, !isShown))}
              />
            ))}
          </ul>
          {matching.length === 0 && (
            <p className="px-3 pb-3 text-ink-faint">No matching columns.</p>
          )}
          <footer className="flex items-center gap-2 border-t border-line p-2">
            <span className="flex-1 text-xs text-ink-soft">
              {hiddenCount === 0 ? 'All columns are shown' : `${hiddenCount} hidden`}
            </span>
            <Button
              size="small"
              disabledReason={isPlain ? 'The columns are in table order' : undefined}
              onClick={reset}
            >
              Reset
            </Button>
          </footer>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const isAsMade = ({ order, hidden, frozen }: ReturnType<typeof useColumnLayout>['layout']) =>
  order.length + hidden.length + frozen.length === 0

type ChoiceProps = {
  name: string
  isShown: boolean
  isLast: boolean
  onChange: (isShown: boolean) => void
}

function Choice({ name, isShown, isLast, onChange }: ChoiceProps) {
  return (
    <li>
      <label className="flex min-h-7 items-center gap-2 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-10">
        <input
          type="checkbox"
          checked={isShown}
          disabled={isShown && isLast}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0 flex-1 truncate font-mono text-xs">{name}</span>
      </label>
    </li>
  )
}
