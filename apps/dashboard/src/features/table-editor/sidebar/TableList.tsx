import { type TableSort, type TableSummary } from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { ListFilter, Lock } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

import { useShortcut } from '../../../lib/shortcuts.ts'
import { storage } from '../../../lib/storage.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { SearchInput, Select } from '../../../ui/Input.tsx'
import { schemasQuery } from '../queries.ts'
import { TableListActs } from '../table-menu/TableListActs.tsx'
import { TableTree } from './TableTree.tsx'

const loadTools = () => import('./ListMenu.tsx')
const ListMenu = lazy(async () => ({ default: (await loadTools()).ListMenu }))

/** Typing goes on for this long before the server is asked. */
const pauseMs = 150

type Props = { projectRef: string; tableId: number | undefined }

/** The schemas and their tables, beside the table that is shown. */
export function TableList({ projectRef, tableId }: Props) {
  const [stored, setSchema] = useSetting(storage.lastSchema(projectRef))
  const schema = stored ?? 'public'
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
          <ListTools {...{ projectRef, schema, kinds, sort }} onKinds={setKinds} onSort={setSort} />
        </div>
      </div>
      <TableTree
        key={`${schema} ${searched} ${kinds.join()} ${sort}`}
        projectRef={projectRef}
        listing={{ schema, search: searched, kinds, sort }}
        tableId={tableId}
      />
      <TableListActs projectRef={projectRef} schema={schema} />
    </>
  )
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
  const chosen = data.find(({ name }) => name === schema)
  return (
    <>
      <Select aria-label="Schema" value={schema} onChange={(event) => onChange(event.target.value)}>
        {chosen === undefined && <option value={schema}>{schema}</option>}
        {data.map(({ name, is_protected: isProtected }) => (
          <option key={name} value={name}>
            {isProtected === true ? `${name} (protected)` : name}
          </option>
        ))}
      </Select>
      {chosen?.is_protected === true && (
        <p className="flex items-center gap-1.5 text-xs text-ink-soft">
          <Lock aria-hidden className="size-3! flex-none" />
          Protected: its tables belong to a service
        </p>
      )}
    </>
  )
}

export type ListToolsProps = {
  projectRef: string
  schema: string
  kinds: readonly TableSummary['kind'][]
  sort: TableSort
  onKinds: (kinds: readonly TableSummary['kind'][]) => void
  onSort: (sort: TableSort) => void
}

function ListTools(props: ListToolsProps) {
  const [point, setPoint] = useState<{ x: number; y: number }>()
  const button = useRef<HTMLButtonElement>(null)
  const isFiltered = props.kinds.length > 0
  return (
    <>
      <IconButton
        ref={button}
        icon={ListFilter}
        label={isFiltered ? 'Kinds and order (filtered)' : 'Kinds and order'}
        className={isFiltered ? 'text-accent!' : ''}
        aria-haspopup="menu"
        aria-expanded={point !== undefined}
        onPointerEnter={() => void loadTools()}
        onFocus={() => void loadTools()}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          setPoint({ x: left, y: bottom })
        }}
      />
      {point !== undefined && (
        <Suspense>
          <ListMenu
            {...props}
            point={point}
            onClosed={() => {
              setPoint(undefined)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
