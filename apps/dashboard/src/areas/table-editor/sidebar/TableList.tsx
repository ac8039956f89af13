import type { TableSummary } from '@basalt/contract/database/tables'
import type { TableSort } from '@basalt/pg-model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useShortcut } from '../../../lib/browser/shortcuts.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { SearchInput, Select } from '../../../ui/Input.tsx'
import { late } from '../../../ui/late.tsx'
import { schemasQuery, tableListQuery, tableQuery } from '../tables/queries.ts'
import { TableTree } from './TableTree.tsx'

const TableListActions = late(
  async () => (await import('../table-menu/TableListActions.tsx')).TableListActions,
)
const ListTools = late(async () => (await import('./ListTools.tsx')).ListTools)

/** Debounce of the search. */
const pauseMs = 150

type Props = { projectRef: string; tableId: number | undefined }

/** The schemas and their tables, next to the open table. */
export function TableList({ projectRef, tableId }: Props) {
  const [schema, setSchema] = useSchema({ projectRef, tableId })
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const searched = usePaused(search.trim())
  const [kinds, setKinds] = useState<readonly TableSummary['kind'][]>([])
  const [sort, setSort] = useState<TableSort>('name')
  const searchField = useRef<HTMLInputElement>(null)
  useShortcut({
    keys: '/',
    label: 'Search tables',
    group: 'Table editor',
    run: () => searchField.current?.focus(),
  })

  return (
    <>
      <div className="flex flex-none flex-col gap-2 px-3 pb-2">
        <SchemaPicker
          projectRef={projectRef}
          schema={schema}
          onChange={(chosen) => {
            // Requested before the list is rendered again.
            const first = { search: '', after: undefined, kinds, sort }
            void client.prefetchQuery(tableListQuery(projectRef, chosen, first))
            setSchema(chosen)
            setSearch('')
          }}
        />
        <div className="flex gap-1">
          <SearchInput
            ref={searchField}
            label="Search tables"
            className="min-w-0 flex-1"
            value={search}
            onChange={setSearch}
          />
          <ListTools
            fallback={<span className="w-8 flex-none" />}
            {...{ projectRef, schema, kinds, sort }}
            onKinds={setKinds}
            onSort={setSort}
          />
        </div>
      </div>
      <TableTree
        key={`${schema} ${searched} ${kinds.join()} ${sort}`}
        projectRef={projectRef}
        listing={{ schema, search: searched, kinds, sort }}
        tableId={tableId}
        searchField={searchField}
      />
      <TableListActions
        fallback={<div className="h-12 flex-none border-t border-line" />}
        projectRef={projectRef}
        schema={schema}
      />
    </>
  )
}

/** The one that was chosen last, or that of the table that was opened since. */
function useSchema({ projectRef, tableId = 0 }: Props): [string, (schema: string) => void] {
  const [stored, setSchema] = useSetting(storage.lastSchema(projectRef))
  const { data: table } = useQuery({ ...tableQuery(projectRef, tableId), enabled: tableId > 0 })
  const follow = useEffectEvent(() => setSchema(table?.schema ?? 'public'))
  const opened = table?.id
  const followed = useRef<number>(undefined)
  useEffect(() => {
    // It may be refetched after its schema was changed here.
    if (opened === undefined || opened === followed.current) return
    followed.current = opened
    follow()
  }, [opened])
  return [stored ?? 'public', setSchema]
}

/** A text once it has stayed the same for a moment; an empty one at once. */
function usePaused(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type PickerProps = { projectRef: string; schema: string; onChange: (schema: string) => void }

function SchemaPicker({ projectRef, schema, onChange }: PickerProps) {
  const { data = [] } = useQuery(schemasQuery(projectRef))
  const picker = useRef<HTMLSelectElement>(null)
  useShortcut({
    keys: 's s',
    label: 'Choose a schema',
    group: 'Table editor',
    run: () => picker.current?.focus(),
  })
  const chosen = data.find(({ name }) => name === schema)
  return (
    <>
      <Select
        ref={picker}
        aria-label="Schema"
        value={schema}
        onChange={(event) => onChange(event.target.value)}
      >
        {chosen === undefined && <option value={schema}>{schema}</option>}
        {data.map(({ name, is_protected: isProtected }) => (
          <option key={name} value={name}>
            {isProtected === true ? `${name} (protected)` : name}
          </option>
        ))}
      </Select>
      {chosen?.is_protected === true && (
        <p className="flex items-center gap-1.5 text-xs text-ink-soft">
          <Lock className="size-3! flex-none" />
          Protected: a service owns its tables
        </p>
      )}
    </>
  )
}
