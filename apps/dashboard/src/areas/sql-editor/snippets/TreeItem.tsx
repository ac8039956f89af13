import { clsx } from 'clsx'
import { ChevronRight, Ellipsis, FileCode2, Folder, FolderOpen, Star, Users } from 'lucide-react'
import type { DragEvent } from 'react'

import { Link } from '../../../lib/Link.tsx'
import type { TreeRow } from './snippet-tree.ts'

type Props = {
  row: TreeRow
  position: number
  /** The position among its siblings. */
  among: { position: number; count: number } | undefined
  /** The position in the list, in pixels. */
  box: { top: number; height: number }
  /** The address of a query. */
  href: string | undefined
  isCurrent: boolean
  /** Tab leads here; the arrow keys lead on. */
  isActive: boolean
  isDropTarget: boolean
  onFocus: () => void
  onToggle: () => void
  onMenu: (x: number, y: number) => void
  drag: {
    start: () => void
    /** Whether a drop is allowed here. */
    over: () => boolean
    drop: () => void
    end: () => void
  }
}

/** One row of the list of queries. Its buttons are for the mouse; the row handles keys. */
export function TreeItem(props: Props) {
  const { row, isCurrent, isActive, isDropTarget, drag } = props
  const isExpanded = row.kind === 'snippet' ? undefined : row.isExpanded
  return (
    <div
      role="treeitem"
      aria-level={row.level}
      aria-selected={isCurrent}
      aria-expanded={isExpanded}
      aria-label={getLabel(row)}
      aria-posinset={props.among?.position}
      aria-setsize={props.among?.count}
      data-place={props.position}
      tabIndex={isActive ? 0 : -1}
      draggable={row.kind !== 'section'}
      className={clsx(
        'group absolute inset-x-0 flex items-center gap-1.5 border-l-2 pr-2 focus-visible:-outline-offset-2',
        isCurrent
          ? 'border-accent bg-accent-wash text-ink'
          : 'border-transparent text-ink-soft hover:bg-hover',
        isDropTarget && 'bg-accent-wash outline-1 -outline-offset-1 outline-accent',
        row.kind === 'section' && 'text-xs font-semibold text-ink-faint',
      )}
      style={{ ...props.box, paddingLeft: 8 + Math.max(0, row.level - 2) * 14 }}
      onFocus={props.onFocus}
      onContextMenu={(event) => {
        event.preventDefault()
        props.onMenu(event.clientX, event.clientY)
      }}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', getLabel(row))
        drag.start()
      }}
      onDragOver={(event: DragEvent) => {
        if (drag.over()) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        drag.drop()
      }}
      onDragEnd={drag.end}
    >
      <Content {...props} />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Menu of ${getLabel(row)}`}
        aria-haspopup="menu"
        className="hidden flex-none rounded-control p-1 group-focus-within:block group-hover:block hover:bg-pressed pointer-coarse:block"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          props.onMenu(left, bottom)
        }}
      >
        <Ellipsis className="size-3.5!" />
      </button>
    </div>
  )
}

function Content({ row, href, isCurrent, onToggle }: Props) {
  if (row.kind !== 'snippet') {
    return (
      <button
        type="button"
        tabIndex={-1}
        className="flex h-full min-w-0 flex-1 items-center gap-1.5 text-left"
        onClick={onToggle}
      >
        <ChevronRight
          aria-hidden
          className={clsx('size-3.5! flex-none text-ink-faint', row.isExpanded && 'rotate-90')}
        />
        {row.kind === 'folder' && <FolderIcon isOpen={row.isExpanded} />}
        <span className="truncate">{row.kind === 'folder' ? row.folder.name : row.label}</span>
        {row.kind === 'section' && <span className="tabular font-normal">{row.count}</span>}
      </button>
    )
  }
  const { snippet, line } = row
  return (
    <Link
      href={href ?? ''}
      tabIndex={-1}
      draggable={false}
      aria-current={isCurrent ? 'page' : undefined}
      title={snippet.is_own ? snippet.name : `${snippet.name}, shared by ${snippet.owner ?? ''}`}
      className={clsx('flex min-h-7 min-w-0 flex-1 items-center gap-1.5', row.level > 1 && 'pl-5')}
    >
      <FileCode2 aria-hidden className="size-3.5! flex-none text-ink-faint" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{snippet.name}</span>
        {line !== null && (
          <span className="truncate pb-1 font-mono text-xs text-ink-faint">{line}</span>
        )}
      </span>
      {snippet.visibility === 'project' && <Users className="size-3! flex-none text-ink-faint" />}
      {snippet.is_favourite && <Star className="size-3! flex-none fill-current text-accent" />}
    </Link>
  )
}

const FolderIcon = ({ isOpen }: { isOpen: boolean }) => {
  const Icon = isOpen ? FolderOpen : Folder
  return <Icon className="size-3.5! flex-none text-ink-faint" />
}

function getLabel(row: TreeRow): string {
  if (row.kind === 'section') return row.label
  if (row.kind === 'folder') return row.folder.name
  const { name, is_favourite, visibility } = row.snippet
  return [
    name,
    ...(visibility === 'project' ? ['shared'] : []),
    ...(is_favourite ? ['favourite'] : []),
  ].join(', ')
}
