import { tableRights } from '@basalt/contract/database/table-rights'
import { clsx } from 'clsx'
import { ChevronRight, Ellipsis, Lock, Star } from 'lucide-react'
import { useRef } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { Link } from '../../../lib/Link.tsx'
import { rowCountText } from '../../../product/row-counts.ts'
import { opening, tableKindLabels } from '../tables/table-kinds.ts'
import type { Requested } from './TableTree.tsx'
import type { TreeRow } from './tree-rows.ts'

type Props = {
  row: TreeRow
  /** Of the table, where they were counted. */
  rows: number | undefined
  top: number
  position: number
  /** -1 while more are to be read. */
  count: number
  schema: string
  isActive: boolean
  isCurrent: boolean
  isFavourite: boolean
  href: string
  onFocus: () => void
  onExpand: (isExpanded: boolean) => void
  onKeep: () => void
  onAsk: (requested: Requested) => void
}

/** One table. Its inner controls are for the mouse; the row handles keys. */
export function TreeItem(props: Props) {
  const { row, isActive, isCurrent, onAsk } = props
  const { table, level, isExpanded } = row
  const item = useRef<HTMLDivElement>(null)
  const menuAt = (x: number, y: number) => {
    const from = item.current
    if (from !== null) onAsk({ what: 'menu', table, from, point: { x, y } })
  }
  return (
    <div
      ref={item}
      role="treeitem"
      aria-level={level}
      aria-posinset={props.position + 1}
      aria-setsize={props.count}
      aria-selected={isCurrent}
      aria-expanded={isExpanded}
      aria-label={getName(props)}
      data-place={props.position}
      tabIndex={isActive ? 0 : -1}
      className={clsx(
        'group absolute inset-x-0 flex h-7 items-center gap-2 border-l-2 pr-2 focus-visible:-outline-offset-2 pointer-coarse:h-10',
        isCurrent
          ? 'border-accent bg-accent-wash text-ink'
          : 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
      )}
      style={{ top: props.top, paddingLeft: 10 + (level - 1) * 14 }}
      onFocus={props.onFocus}
      onContextMenu={(event) => {
        event.preventDefault()
        menuAt(event.clientX, event.clientY)
      }}
    >
      <Expander {...props} />
      <TableName {...props} />
      <Trailing
        {...props}
        onFix={() => item.current && onAsk({ what: 'fix', table, from: item.current })}
      />
      <MenuButton name={table.name} onPress={menuAt} />
    </div>
  )
}

function Expander({ row: { isExpanded }, onExpand }: Props) {
  if (isExpanded === undefined) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isExpanded ? 'Hide partitions' : 'Show partitions'}
      className="-mx-1.5 flex-none text-ink-faint"
      onClick={() => onExpand(!isExpanded)}
    >
      <ChevronRight className={clsx('size-3.5!', isExpanded && 'rotate-90')} />
    </button>
  )
}

type MenuButtonProps = { name: string; onPress: (x: number, y: number) => void }

const MenuButton = ({ name, onPress }: MenuButtonProps) => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={`Menu of ${name}`}
    aria-haspopup="menu"
    className="hidden flex-none rounded-control p-1 text-ink-soft group-focus-within:block group-hover:block hover:bg-pressed pointer-coarse:block"
    onClick={({ currentTarget }) => {
      const { left, bottom } = currentTarget.getBoundingClientRect()
      onPress(left, bottom)
    }}
  >
    <Ellipsis className="size-3.5!" />
  </button>
)

const getName = ({ row: { table }, isFavourite }: Props): string =>
  [
    table.name,
    tableKindLabels[table.kind].word,
    isFavourite ? 'favourite' : '',
    table.is_protected === true ? 'protected' : '',
    opening(table)?.badge ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ')

function TableName({ row: { table }, schema, isFavourite, isCurrent, href, onKeep }: Props) {
  const { icon: Icon } = tableKindLabels[table.kind]
  return (
    <>
      <Link
        href={href}
        tabIndex={-1}
        aria-current={isCurrent ? 'page' : undefined}
        className="min-w-0 flex-1 truncate leading-7 pointer-coarse:leading-10"
        onDoubleClick={onKeep}
      >
        <Icon className="mr-2 inline size-3.5! text-ink-faint" />
        {table.name}
        {table.schema !== schema && <span className="text-ink-faint"> {table.schema}</span>}
      </Link>
      {isFavourite && <Star className="size-3! flex-none fill-current text-accent" />}
      {table.is_protected === true && <Lock className="size-3! flex-none text-ink-faint" />}
    </>
  )
}

/** The badge of an open table replaces its number of rows. */
function Trailing({ row: { table }, rows, onFix }: Props & { onFix: () => void }) {
  const denied = useDenied(tableRights.change, 'change this table')
  const open = opening(table)
  if (open !== undefined) {
    return (
      <button
        type="button"
        tabIndex={-1}
        className="flex-none text-[11px] text-warn hover:underline"
        title={`${open.reason}. ${denied ?? 'Click to change this'}`}
        disabled={denied !== undefined}
        onClick={onFix}
      >
        {open.badge}
      </button>
    )
  }
  const text = rowCountText(table.row_estimate, rows)
  if (text === undefined) return null
  return <span className="tabular flex-none text-xs text-ink-faint">{text}</span>
}
