import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'

import { paths } from '../../../lib/paths.ts'
import { useShortcut } from '../../../lib/shortcuts.ts'
import { sqlStorage } from '../../../lib/sql-storage.ts'
import { storage } from '../../../lib/storage.ts'
import { useGo } from '../../../lib/use-go.ts'
import { useKeptInView } from '../../../lib/use-kept-in-view.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import { IconButton } from '../../../ui/Button.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { useTabKeys, withMoved } from '../../../ui/tab-order.ts'
import { snippetQuery, snippetsQuery } from '../queries.ts'
import { changeTabs, type OpenSnippetTab, readTabs, withKnown, withShown } from './open-snippets.ts'
import { SnippetTab } from './SnippetTab.tsx'
import { useClosing } from './use-closing.tsx'

type Props = { projectRef: string; currentId: string }

/** The open queries. They are kept for each project, also when the page is loaded again. */
export function SnippetTabs({ projectRef, currentId }: Props) {
  const tabs = useTabs(projectRef, currentId)
  const go = useGo()
  const bar = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string>()
  const move = (id: string, to: number) => changeTabs(projectRef, (now) => withMoved(now, id, to))
  const { close, closeOthers, dialog } = useClosing({ projectRef, currentId, tabs })
  const onKeyDown = useTabKeys(bar, { tabs, close, move })
  useShortcut({
    keys: 'alt+w',
    label: 'Close the tab',
    group: 'SQL editor',
    whileTyping: true,
    run: () => close(currentId),
  })
  useKeptInView(
    bar,
    'li:has([aria-current="page"])',
    tabs.map(({ id, name }) => `${id} ${name}`).join('\n') + currentId,
  )
  const reachable = tabs.some(({ id }) => id === currentId) ? currentId : tabs[0]?.id

  return (
    <div ref={bar} className="flex h-full items-stretch">
      <nav
        aria-label="Open queries"
        className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
      >
        <ul className="flex h-full items-stretch">
          {tabs.map((tab, at) => (
            <SnippetTab
              key={tab.id}
              projectRef={projectRef}
              tab={tab}
              href={paths.sql(projectRef, tab.id)}
              isCurrent={tab.id === currentId}
              isReachable={tab.id === reachable}
              onClose={() => close(tab.id)}
              onKeyDown={(event) => onKeyDown(event, at)}
              onDragStart={() => setDragged(tab.id)}
              onDragOver={() => dragged !== undefined && dragged !== tab.id && move(dragged, at)}
            />
          ))}
        </ul>
      </nav>
      {tabs.length > 1 && (
        <Menu
          align="end"
          trigger={<IconButton icon={ChevronDown} label="All open queries" className="m-1" />}
          items={menuOf(tabs, currentId, {
            onOpen: (id) => go(paths.sql(projectRef, id)),
            onCloseOthers: closeOthers,
          })}
        />
      )}
      {dialog}
    </div>
  )
}

type MenuActs = { onOpen: (id: string) => void; onCloseOthers: () => void }

const menuOf = (
  tabs: readonly OpenSnippetTab[],
  currentId: string,
  { onOpen, onCloseOthers }: MenuActs,
): MenuItem[] => [
  ...tabs.map(({ id, name }) => ({
    kind: 'choice' as const,
    label: name,
    isChosen: id === currentId,
    onSelect: () => onOpen(id),
  })),
  { kind: 'separator' },
  { label: 'Close the other tabs', onSelect: onCloseOthers },
]

/** The tabs as they are stored, in step with what is shown and with what there is. */
function useTabs(projectRef: string, currentId: string): readonly OpenSnippetTab[] {
  const [stored] = useSetting(sqlStorage.openSnippets(projectRef))
  const tabs = useMemo(() => readTabs(stored), [stored])
  const isNew = currentId === 'new'
  const { data: shown } = useQuery({ ...snippetQuery(projectRef, currentId), enabled: !isNew })
  const name = isNew ? 'New query' : shown?.name
  useEffect(() => {
    if (name !== undefined) changeTabs(projectRef, (now) => withShown(now, { id: currentId, name }))
  }, [projectRef, currentId, name])

  const { data: known } = useQuery(snippetsQuery(projectRef))
  useEffect(() => {
    if (known === undefined) return
    // Unsaved text, and what is shown, is nothing to close unasked.
    const isKept = (id: string) =>
      id === 'new' || id === currentId || storage.draft(projectRef, id).get() !== undefined
    changeTabs(projectRef, (now) => withKnown(now, known, isKept))
  }, [projectRef, currentId, known])
  return tabs
}
