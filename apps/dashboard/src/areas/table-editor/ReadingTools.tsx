import type { Column, TableDetail } from '@basalt/contract/database/tables'
import type { RowView, SortKey } from '@basalt/pg-model'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown, Filter, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'

import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { ToolPopover } from '../../ui/ToolPopover.tsx'
import { type FilterDraft, FilterEditor, getView } from './filter/FilterEditor.tsx'
import { newCondition } from './filter/new-condition.ts'
import type { ReadingTool } from './ReadingBar.tsx'
import { SearchField } from './search/SearchField.tsx'
import { SortEditor } from './sort/SortEditor.tsx'
import { readAhead } from './view/read-ahead.ts'
import { loadAddress, type TableReading } from './view/use-table-view.ts'

type Props = {
  projectRef: string
  table: TableDetail
  reading: TableReading
  suggestedColumn: string | undefined
  opened: ReadingTool | undefined
  onOpen: (tool: ReadingTool | undefined) => void
}

/** Filter, order and search. Unapplied edits are kept. */
export function ReadingTools(props: Props) {
  const { table, reading, opened, onOpen } = props
  const { view, change } = reading
  // The bar of applied conditions is preloaded before the first filter.
  useEffect(() => {
    void import('./AppliedView.tsx')
    void loadAddress()
  }, [])
  return (
    <span className="flex min-w-0 items-center gap-1 max-tablet:flex-none tablet:flex-wrap">
      <FilterTool {...props} />
      <SortTool
        columns={table.columns}
        sort={view.sort}
        isOpen={opened === 'sort'}
        onOpenChange={(isOpen) => onOpen(isOpen ? 'sort' : undefined)}
        onApply={(sort, then) =>
          change({ ...view, sort }, () => {
            onOpen(undefined)
            then()
          })
        }
      />
      <SearchTool {...props} />
    </span>
  )
}

function FilterTool({ projectRef, table, reading, suggestedColumn, opened, onOpen }: Props) {
  const client = useQueryClient()
  const { filter, where, ...rest } = reading.view
  const [draft, setDraft] = useDraft<FilterDraft>(JSON.stringify([filter, where]))
  const count = (filter?.conditions.length ?? 0) + (where === undefined ? 0 : 1)
  const fresh = useMemo(
    () => getDraft(reading.view, table.columns, suggestedColumn),
    [reading.view, table.columns, suggestedColumn],
  )
  return (
    <ToolPopover
      label="Filter"
      isOpen={opened === 'filter'}
      onOpenChange={(isOpen) => onOpen(isOpen ? 'filter' : undefined)}
      trigger={
        <Button variant="ghost" icon={Filter} className={count > 0 ? 'text-accent' : undefined}>
          {count > 0 ? `Filter: ${count}` : 'Filter'}
        </Button>
      }
    >
      <FilterEditor
        table={{ ref: projectRef, id: table.id }}
        columns={table.columns}
        draft={draft ?? fresh}
        onChange={setDraft}
        onApply={(applied) => {
          reading.change({ ...rest, ...getView(applied) }, () => {
            onOpen(undefined)
            setDraft(undefined)
          })
        }}
        onLikely={async (likely) =>
          // The cost of the filter alone says little about its cost with an order or a search.
          rest.sort === undefined &&
          rest.search === undefined &&
          readAhead(client, { ref: projectRef, table, view: { ...rest, ...getView(likely) } })
        }
      />
    </ToolPopover>
  )
}

function getDraft(
  { filter, where = '' }: RowView,
  columns: readonly Column[],
  suggested: string | undefined,
): FilterDraft {
  const column = columns.find(({ name }) => name === suggested) ?? columns[0]
  const isNew = filter === undefined && where === '' && column !== undefined
  const conditions = isNew ? [newCondition(column)] : []
  return { filter: filter ?? { match: 'all', conditions }, where }
}

type SortProps = {
  columns: readonly Column[]
  sort: readonly SortKey[] | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onApply: (sort: SortKey[], then: () => void) => void
}

function SortTool({ columns, sort = [], isOpen, onOpenChange, onApply }: SortProps) {
  const [draft, setDraft] = useDraft<readonly SortKey[]>(JSON.stringify(sort))
  const current = draft ?? sort
  return (
    <ToolPopover
      label="Sort"
      width="w-[600px]"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <Button
          variant="ghost"
          icon={ArrowUpDown}
          className={sort.length > 0 ? 'text-accent' : undefined}
        >
          {sort.length > 0 ? `Sort: ${sort.length}` : 'Sort'}
        </Button>
      }
    >
      <SortEditor
        columns={columns}
        draft={current}
        onChange={setDraft}
        onApply={() => onApply([...current], () => setDraft(undefined))}
      />
    </ToolPopover>
  )
}

function SearchTool({ table, reading, opened, onOpen }: Props) {
  const { search, ...rest } = reading.view
  const field = useRef<HTMLInputElement>(null)
  const [isRequested, setIsRequested] = useState(search !== undefined)
  const isShown = isRequested || opened === 'search' || search !== undefined
  const open = () => {
    setIsRequested(true)
    onOpen('search')
    field.current?.select()
  }
  useShortcut({ keys: 'mod+shift+f', label: 'Search all rows', group: 'Table', run: open })
  useEffect(() => {
    if (opened === 'search') field.current?.focus()
  }, [opened])

  if (!isShown) {
    return (
      <Button variant="ghost" icon={Search} onClick={open}>
        Search
      </Button>
    )
  }
  return (
    <SearchField
      columns={table.columns}
      search={search}
      fieldRef={field}
      onChange={(next) => {
        onOpen('search')
        reading.change(next === undefined ? rest : { ...rest, search: next })
      }}
    />
  )
}

/** An unapplied edit of a part; discarded when that part changes. */
function useDraft<T>(name: string) {
  const [held, setHeld] = useState<{ name: string; draft: T }>()
  return [
    held?.name === name ? held.draft : undefined,
    (draft: T | undefined) => setHeld(draft === undefined ? undefined : { name, draft }),
  ] as const
}
