import { databaseTables, type TableSummary } from '@basalt/contract/database/tables'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'

import { useShortcut } from '../../../lib/browser/shortcuts.ts'
import { notify } from '../../../lib/browser/toast.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { invalidate } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { withMoved } from '../../../ui/tab-order.ts'
import { TabRow } from '../../../ui/TabRow.tsx'
import { tableQuery, tablesByIdQuery } from '../tables/queries.ts'
import { closeTab } from './close-tab.ts'
import {
  changeTabs,
  compared,
  keepOpen,
  type OpenTable,
  readTabs,
  settled,
  withShown,
} from './open-tabs.ts'
import { Tab } from './Tab.tsx'

type Props = { projectRef: string; tableId: number | undefined }

/** The open tables. They are stored per project and survive a reload. */
export function TabBar({ projectRef, tableId }: Props) {
  const { tabs, close, closeOthers } = useTabs({ projectRef, tableId })
  const go = useGo()
  const bar = useRef<HTMLDivElement>(null)
  useStoredByTyping(
    bar,
    tabs.find(({ id }) => id === tableId),
    projectRef,
  )
  useShortcut(
    {
      keys: 'alt+w',
      label: 'Close tab',
      group: 'Table editor',
      whileTyping: true,
      run: () => tableId !== undefined && close(tableId),
    },
    tableId !== undefined,
  )

  return (
    <TabRow
      of="tables"
      bar={bar}
      tabs={tabs}
      currentId={tableId}
      getLabel={({ schema, name }) => `${schema}.${name}`}
      onOpen={(id) => go(paths.table(projectRef, id))}
      onClose={close}
      onCloseOthers={closeOthers}
      onMove={(id, to) => changeTabs(projectRef, (now) => withMoved(now, id, to))}
      renderTab={(tab, props) => (
        <Tab
          key={tab.id}
          {...props}
          tab={tab}
          href={paths.table(projectRef, tab.id)}
          isAmbiguous={tabs.some(({ name, id }) => name === tab.name && id !== tab.id)}
          onKeep={() => keepOpen(projectRef, tab)}
        />
      )}
    />
  )
}

/** The stored tabs, in sync with the open table and the database. */
function useTabs({ projectRef, tableId }: Props) {
  const go = useGo()
  const client = useQueryClient()
  const [stored] = useSetting(storage.openTables(projectRef))
  const tabs = useMemo(() => readTabs(stored), [stored])
  const { data: shown } = useQuery({
    ...tableQuery(projectRef, tableId ?? 0),
    enabled: tableId !== undefined,
  })
  useEffect(() => {
    if (shown !== undefined) changeTabs(projectRef, (now) => withShown(now, shown))
  }, [shown, projectRef])

  // The ids are sorted, so that moving a tab causes no request.
  const ids = tabs.map(({ id }) => id).toSorted((a, b) => a - b)
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...tablesByIdQuery(projectRef, ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
  const settle = useEffectEvent((tables: readonly TableSummary[]) => {
    const found = compared(tabs, tables)
    for (const { schema, name } of found.deleted) {
      notify.info(`${schema}.${name} was dropped, so its tab was closed`)
    }
    const shownDeleted = found.deleted.find(({ id }) => id === tableId)
    // The other dropped ones must not be opened.
    changeTabs(projectRef, (now) =>
      settled(now, { ...found, deleted: found.deleted.filter((one) => one !== shownDeleted) }),
    )
    if (found.deleted.length > 0) void invalidate(client, databaseTables.list)
    if (shownDeleted !== undefined) go(closeTab(projectRef, shownDeleted.id))
  })
  // A cached answer may be from before a table was restored.
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData && !isFetching) settle(data.tables)
  }, [data, isPlaceholderData, isFetching])

  const close = (id: number) => {
    const next = closeTab(projectRef, id)
    if (id === tableId) go(next)
  }
  return {
    tabs,
    close,
    closeOthers: () => changeTabs(projectRef, (now) => now.filter(({ id }) => id === tableId)),
  }
}

/** Typing into a previewed table keeps its tab. */
function useStoredByTyping(
  bar: { current: HTMLElement | null },
  tab: OpenTable | undefined,
  projectRef: string,
) {
  const keep = useEffectEvent(() => {
    if (tab?.isPreview === true) keepOpen(projectRef, tab)
  })
  useEffect(() => {
    // Only after React has handled the event: an earlier change would render the field's old value,
    // and the typed text would be lost.
    const onInput = ({ target }: Event) => {
      const page = bar.current?.parentElement?.parentElement
      if (target instanceof Node && page?.contains(target) === true) keep()
    }
    document.addEventListener('input', onInput)
    return () => document.removeEventListener('input', onInput)
  }, [bar])
}
