import type { TableDetail } from '@basalt/contract/database/tables'
import { ArrowUpDown, Filter, type LucideIcon, Search } from 'lucide-react'
import { useState } from 'react'

import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { late } from '../../ui/late.tsx'
import type { TableReading } from './view/use-table-view.ts'

const ReadingTools = late(async () => (await import('./ReadingTools.tsx')).ReadingTools)

export type ReadingTool = 'filter' | 'sort' | 'search' | 'viewer'

const tools: readonly { name: Exclude<ReadingTool, 'viewer'>; label: string; icon: LucideIcon }[] =
  [
    { name: 'filter', label: 'Filter', icon: Filter },
    { name: 'sort', label: 'Sort', icon: ArrowUpDown },
    { name: 'search', label: 'Search', icon: Search },
  ]

type Props = {
  projectRef: string
  table: TableDetail
  reading: TableReading
  /** The default column of a new condition. */
  suggestedColumn: string | undefined
  opened: ReadingTool | undefined
  onOpen: (tool: ReadingTool | undefined) => void
}

/**
 * Filter, order and search of the rows. The tools are loaded when one of them is in use or about to
 * be: before the click, so that text typed after it reaches its field.
 */
export function ReadingBar(props: Props) {
  const { opened, onOpen } = props
  const [isRequested, setIsRequested] = useState(false)
  const isInUse =
    (opened !== undefined && opened !== 'viewer') || Object.keys(props.reading.view).length > 0
  if (isInUse && !isRequested) setIsRequested(true)
  useShortcut(
    {
      keys: 'mod+shift+f',
      label: 'Search all rows',
      group: 'Table',
      run: () => ReadingTools.ready(() => onOpen('search')),
    },
    !isRequested,
  )
  const idle = (
    <span className="flex flex-none items-center gap-1">
      {tools.map(({ name, label, icon }) => (
        <Button
          key={name}
          variant="ghost"
          icon={icon}
          onPointerEnter={ReadingTools.prepare}
          onFocus={ReadingTools.prepare}
          onClick={() => ReadingTools.ready(() => onOpen(name))}
        >
          {label}
        </Button>
      ))}
    </span>
  )
  if (!isRequested) return idle
  return <ReadingTools fallback={idle} {...props} />
}
