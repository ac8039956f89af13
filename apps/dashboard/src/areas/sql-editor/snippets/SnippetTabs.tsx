import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'

import { useShortcut } from '../../../lib/browser/shortcuts.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { snippetQuery } from '../../../product/snippets.ts'
import { withMoved } from '../../../ui/tab-order.ts'
import { TabRow } from '../../../ui/TabRow.tsx'
import { changeTabs, type OpenSnippetTab, readTabs, withKnown, withShown } from './open-snippets.ts'
import { snippetsQuery } from './queries.ts'
import { SnippetTab } from './SnippetTab.tsx'
import { useClosing } from './use-closing.tsx'

type Props = { projectRef: string; currentId: string }

/** The open queries. They are stored for each project and survive a reload. */
export function SnippetTabs({ projectRef, currentId }: Props) {
  const tabs = useTabs(projectRef, currentId)
  const go = useGo()
  const bar = useRef<HTMLDivElement>(null)
  const { close, closeOthers, dialog } = useClosing({ projectRef, currentId, tabs })
  useShortcut({
    keys: 'alt+w',
    label: 'Close the tab',
    group: 'SQL editor',
    whileTyping: true,
    run: () => close(currentId),
  })

  return (
    <>
      <TabRow
        of="queries"
        bar={bar}
        tabs={tabs}
        currentId={currentId}
        getLabel={({ name }) => name}
        onOpen={(id) => go(paths.sql(projectRef, id))}
        onClose={close}
        onCloseOthers={closeOthers}
        onMove={(id, to) => changeTabs(projectRef, (now) => withMoved(now, id, to))}
        renderTab={(tab, props) => (
          <SnippetTab
            key={tab.id}
            {...props}
            projectRef={projectRef}
            tab={tab}
            href={paths.sql(projectRef, tab.id)}
          />
        )}
      />
      {dialog}
    </>
  )
}

/** The stored tabs, in sync with the current query and the existing ones. */
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
    // A tab with unsaved text, and the current one, are never closed automatically.
    const isKept = (id: string) =>
      id === 'new' || id === currentId || storage.draft(projectRef, id).get() !== undefined
    changeTabs(projectRef, (now) => withKnown(now, known, isKept))
  }, [projectRef, currentId, known])
  return tabs
}
