import type { ReportBlock } from '@basalt/contract/observability/reports'
import {
  ArrowLeft,
  ArrowRight,
  RectangleVertical,
  Ellipsis,
  Grip,
  Pencil,
  RectangleHorizontal,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '../../../ui/Button.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { Menu } from '../../../ui/Menu.tsx'

type Props = {
  block: ReportBlock
  title: string
  place: number
  count: number
  /** Why it cannot be changed. */
  denied: string | undefined
  onDragStart: () => void
  onDragEnd: () => void
  onMove: (to: number) => void
  onResize: (width: ReportBlock['width']) => void
  onEdit: () => void
  onRemove: () => void
  children: ReactNode
}

/** The frame of a block: its title, a handle to drag it, and a menu with the same actions. */
export function BlockFrame(props: Props) {
  const { title, denied, onDragStart, onDragEnd, children } = props
  return (
    <article
      aria-label={title}
      className="flex min-w-0 flex-1 flex-col gap-1 overflow-hidden rounded-card border border-line bg-surface pb-3"
    >
      <header
        className="flex items-center gap-1 pt-2 pr-2 pl-2"
        draggable={denied === undefined}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', title)
          onDragStart()
        }}
        onDragEnd={onDragEnd}
      >
        {denied === undefined && (
          <Grip aria-hidden className="flex-none cursor-grab text-ink-faint" />
        )}
        <h2 className="min-w-0 flex-1 truncate px-1 font-semibold">{title}</h2>
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={`Menu of ${title}`} />}
          items={listItems(props)}
        />
      </header>
      <div className="flex min-w-0 flex-col px-4">{children}</div>
    </article>
  )
}

function listItems(props: Props): MenuItem[] {
  const { block, place, count, denied, onMove, onResize } = props
  return [
    { label: 'Edit', icon: Pencil, disabledReason: denied, onSelect: props.onEdit },
    block.width === 'half'
      ? {
          label: 'Full width',
          icon: RectangleHorizontal,
          disabledReason: denied,
          onSelect: () => onResize('full'),
        }
      : {
          label: 'Half width',
          icon: RectangleVertical,
          disabledReason: denied,
          onSelect: () => onResize('half'),
        },
    { kind: 'separator' },
    {
      label: 'Move left',
      icon: ArrowLeft,
      disabledReason: denied ?? (place === 0 ? 'Already first' : undefined),
      onSelect: () => onMove(place - 1),
    },
    {
      label: 'Move right',
      icon: ArrowRight,
      disabledReason: denied ?? (place === count - 1 ? 'Already last' : undefined),
      onSelect: () => onMove(place + 1),
    },
    { kind: 'separator' },
    {
      label: 'Remove',
      icon: Trash2,
      isDanger: true,
      disabledReason: denied,
      onSelect: props.onRemove,
    },
  ]
}
