import type { SnippetFolder } from '@basalt/contract/project/snippets'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { useRowsInView } from '../../../lib/browser/use-rows-in-view.ts'
import { paths } from '../../../lib/paths.ts'
import { late } from '../../../ui/late.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { useChangeSnippet } from './queries.ts'
import {
  dropPosition,
  positionAfterKey,
  positionsAmongSiblings,
  type TreeRow,
} from './snippet-tree.ts'
import { TreeItem } from './TreeItem.tsx'
import type { FolderActions } from './use-folder-actions.tsx'
import type { SnippetActions } from './use-snippet-actions.tsx'

const MenuList = late(async () => (await import('../../../ui/MenuList.tsx')).MenuList)

type Props = {
  projectRef: string
  currentId: string
  rows: readonly TreeRow[]
  folders: readonly SnippetFolder[]
  acts: SnippetActions
  folderActions: FolderActions
  onToggle: (key: string, isExpanded: boolean) => void
}

type OpenMenu = { row: TreeRow; x: number; y: number }

/** A line of the text, below the name. */
const lineHeight = 20

/**
 * The sections, folders and queries. One row is in the tab order; arrow keys move on. Only visible
 * rows are rendered.
 */
export function SnippetTree(props: Props) {
  const { projectRef, currentId, rows, acts, folderActions } = props
  const [focused, setFocused] = useState<string>()
  const [menu, setMenu] = useState<OpenMenu>()
  const drag = useDragging(props)
  const positions = useMemo(() => positionsAmongSiblings(rows), [rows])
  const isShown = (row: TreeRow) => row.kind === 'snippet' && row.snippet.id === currentId
  const { list, view } = useView(rows, rows.findIndex(isShown))
  const at = rows.findIndex(({ key }) => key === focused)
  const { first, end, height } = view
  const active = Math.max(0, at >= 0 ? at : rows.findIndex(isShown))
  // A row outside of the view cannot take the focus; the first visible row does then.
  const stop = active >= first && active < end ? active : view.top
  const onKeyDown = useTreeKeys(props, { active: stop, focusRow: view.show, onMenu: setMenu })

  return (
    <div ref={list} className="min-h-0 flex-1 overflow-y-auto pb-3" onScroll={view.onScroll}>
      <div
        role="tree"
        tabIndex={-1}
        aria-label="Saved queries"
        className="relative"
        style={{ height: rows.length * height }}
        onKeyDown={onKeyDown}
      >
        {rows.slice(first, end).map((row, ahead) => (
          <TreeItem
            key={row.key}
            row={row}
            position={first + ahead}
            among={positions[first + ahead]}
            box={{ top: (first + ahead) * height, height }}
            href={row.kind === 'snippet' ? paths.sql(projectRef, row.snippet.id) : undefined}
            isCurrent={isShown(row)}
            isActive={first + ahead === stop}
            isDropTarget={drag.target === row.key}
            onFocus={() => setFocused(row.key)}
            onToggle={() => row.kind !== 'snippet' && props.onToggle(row.key, !row.isExpanded)}
            onMenu={(x, y) => setMenu({ row, x, y })}
            drag={drag.of(row)}
          />
        ))}
      </div>
      {menu !== undefined && (
        <RowMenu
          menu={menu}
          items={menuItems(menu.row, acts, folderActions)}
          onClosed={() => {
            setMenu(undefined)
            view.show(rows.findIndex(({ key }) => key === menu.row.key))
          }}
        />
      )}
    </div>
  )
}

/** Scrolls to the open query whenever it changes. */
function useView(rows: readonly TreeRow[], current: number) {
  const list = useRef<HTMLDivElement>(null)
  const hasLines = rows.some((row) => row.kind === 'snippet' && row.line !== null)
  const view = useRowsInView(list, rows.length, hasLines ? lineHeight : 0)
  const open = rows[current]?.key
  const restore = useEffectEvent(() => {
    const box = list.current
    if (box === null) return
    const top = current * view.height
    box.scrollTop = Math.min(Math.max(box.scrollTop, top + view.height - box.clientHeight), top)
    view.onScroll()
  })
  useEffect(() => {
    if (open !== undefined) restore()
  }, [open])
  return { list, view }
}

type RowMenuProps = { menu: OpenMenu; items: MenuItem[]; onClosed: () => void }

function RowMenu({ menu, items, onClosed }: RowMenuProps) {
  return (
    <MenuList
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label="List menu"
          className="pointer-events-none fixed size-0"
          style={{ left: menu.x, top: menu.y }}
        />
      }
      items={items}
      onClosed={onClosed}
    />
  )
}

function menuItems(row: TreeRow, acts: SnippetActions, folderActions: FolderActions): MenuItem[] {
  if (row.kind === 'snippet') return acts.listItems(row.snippet)
  if (row.kind === 'folder') return folderActions.listItems(row.folder)
  const visibility = row.section === 'shared' ? 'project' : 'private'
  return [
    {
      label: visibility === 'project' ? 'New shared folder' : 'New folder',
      icon: FolderPlus,
      disabledReason: folderActions.deniedFor(visibility),
      onSelect: () => folderActions.create(visibility),
    },
  ]
}

type KeyTools = {
  active: number
  focusRow: (position: number) => void
  onMenu: (menu: OpenMenu) => void
}

function useTreeKeys(
  { projectRef, rows, acts, folderActions, onToggle }: Props,
  { active, focusRow, onMenu }: KeyTools,
) {
  const go = useGo()
  const remove = (row: TreeRow) => {
    if (row.kind === 'folder' && folderActions.deniedFor(row.folder.visibility) === undefined) {
      folderActions.remove(row.folder)
    }
    if (row.kind === 'snippet' && row.snippet.may_change && acts.isDenied.remove === undefined) {
      acts.remove(row.snippet)
    }
  }
  const rename = (row: TreeRow) => {
    if (row.kind === 'folder' && folderActions.deniedFor(row.folder.visibility) === undefined) {
      folderActions.rename(row.folder)
    }
    if (row.kind === 'snippet' && row.snippet.may_change && acts.isDenied.update === undefined) {
      acts.ask('rename', row.snippet)
    }
  }
  const open = (row: TreeRow) => {
    if (row.kind === 'snippet') go(paths.sql(projectRef, row.snippet.id))
    else onToggle(row.key, !row.isExpanded)
  }
  return (event: KeyboardEvent) => {
    const row = rows[active]
    const from = event.target as HTMLElement
    if (row === undefined || from.role !== 'treeitem') return
    const { key, shiftKey } = event
    const isExpanded = row.kind === 'snippet' ? undefined : row.isExpanded
    if (key === 'Enter' || key === ' ') open(row)
    else if (key === 'F2') rename(row)
    else if (key === 'Delete') remove(row)
    else if (key === 'ArrowRight' && isExpanded === false) onToggle(row.key, true)
    else if (key === 'ArrowLeft' && isExpanded === true) onToggle(row.key, false)
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      const { left, bottom } = from.getBoundingClientRect()
      onMenu({ row, x: left + 24, y: bottom })
    } else {
      const next = positionAfterKey(rows, active, key)
      if (next === undefined) return
      focusRow(next)
    }
    event.preventDefault()
  }
}

/** Queries and folders are dragged into folders, and onto a section to leave theirs. */
function useDragging({ projectRef, folders, folderActions }: Props) {
  const [dragged, setDragged] = useState<TreeRow>()
  const [target, setTarget] = useState<string>()
  const change = useChangeSnippet(projectRef)
  const end = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  const of = (row: TreeRow) => ({
    start: () => setDragged(row),
    over: () => {
      const position = dragged === undefined ? undefined : dropPosition(dragged, row, folders)
      setTarget(position === undefined ? undefined : row.key)
      return position !== undefined
    },
    drop: () => {
      const position = dragged === undefined ? undefined : dropPosition(dragged, row, folders)
      if (position !== undefined && dragged?.kind === 'snippet') {
        change.mutate({ id: dragged.snippet.id, ...position })
      }
      if (position !== undefined && dragged?.kind === 'folder') {
        folderActions.move(dragged.folder.id, position.folder_id)
      }
      end()
    },
    end,
  })
  return { target, of }
}
