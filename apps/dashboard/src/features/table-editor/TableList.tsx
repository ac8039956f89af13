import type { TableSummary } from '@basalt/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Eye, Globe, Layers, Rows3, Table2 } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'

import { formatEstimate } from '../../lib/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { storage } from '../../lib/storage.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchInput, Select } from '../../ui/Input.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { schemasQuery, tableListQuery } from './queries.ts'

const kinds = {
  table: { icon: Table2, word: 'Table' },
  partitioned_table: { icon: Layers, word: 'Partitioned table' },
  view: { icon: Eye, word: 'View' },
  materialized_view: { icon: Rows3, word: 'Materialized view' },
  foreign_table: { icon: Globe, word: 'Foreign table' },
} as const satisfies Record<TableSummary['kind'], unknown>

type Props = { projectRef: string; tableId: number | undefined }

/** The schemas and their tables, beside the table that is shown. */
export function TableList({ projectRef, tableId }: Props) {
  const [stored, setSchema] = useSetting(storage.lastSchema(projectRef))
  const schema = stored ?? 'public'
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
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
        <SearchInput ref={searchField} label="Search tables" value={search} onChange={setSearch} />
      </div>
      <Tables
        key={`${schema} ${searched}`}
        projectRef={projectRef}
        schema={schema}
        search={searched}
        tableId={tableId}
      />
    </>
  )
}

type PickerProps = { projectRef: string; schema: string; onChange: (schema: string) => void }

function SchemaPicker({ projectRef, schema, onChange }: PickerProps) {
  const { data = [] } = useQuery(schemasQuery(projectRef))
  const names = data.map(({ name }) => name)
  return (
    <Select aria-label="Schema" value={schema} onChange={(event) => onChange(event.target.value)}>
      {!names.includes(schema) && <option value={schema}>{schema}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}

type TablesProps = Props & { schema: string; search: string }

function Tables({ projectRef, tableId, schema, search }: TablesProps) {
  const [afters, setAfters] = useState<readonly (string | undefined)[]>([undefined])
  const pages = useQueries({
    queries: afters.map((after) => tableListQuery(projectRef, schema, { search, after })),
  })
  const tables = pages.flatMap(({ data }) => data?.tables ?? [])
  const last = pages.at(-1)
  const failed = pages.find(({ error }) => error !== null)
  const readOn = () => {
    const name = tables.at(-1)?.name
    if (last?.data?.has_more === true && name !== undefined) setAfters([...afters, name])
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys beside Tab
    <nav
      aria-label={`Tables of ${schema}`}
      className="min-h-0 flex-1 overflow-y-auto pb-3"
      onKeyDown={moveFocus}
      onScroll={({ currentTarget: list }) => {
        if (list.scrollTop + list.clientHeight > list.scrollHeight - 400) readOn()
      }}
    >
      {tables.map((table) => (
        <TableLink
          key={table.id}
          table={table}
          isCurrent={table.id === tableId}
          href={paths.table(projectRef, table.id)}
        />
      ))}
      {last?.isPending === true && (
        <div className="px-3 pt-1">
          <SkeletonRows rows={tables.length === 0 ? 8 : 2} className="h-5" />
        </div>
      )}
      {failed !== undefined && (
        <div role="alert" className="flex flex-col items-start gap-2 px-3 py-2 text-ink-soft">
          {failed.error?.message}
          <Button size="small" onClick={() => void failed.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {last?.isSuccess === true && tables.length === 0 && (
        <p className="px-3 py-2 text-ink-faint">
          {search === '' ? `No tables in ${schema}` : `No table matches “${search}”`}
        </p>
      )}
      {last?.data?.has_more === true && (
        <div className="px-3 pt-2">
          <Button size="small" variant="ghost" onClick={readOn}>
            Show more
          </Button>
        </div>
      )}
    </nav>
  )
}

type LinkProps = { table: TableSummary; isCurrent: boolean; href: string }

function TableLink({ table, isCurrent, href }: LinkProps) {
  const { icon: Icon, word } = kinds[table.kind]
  const isOpen = table.kind === 'table' && !table.rls_enabled
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'flex h-7 items-center gap-2 border-l-2 px-2.5 pointer-coarse:h-10',
        isCurrent
          ? 'border-accent bg-accent-wash text-ink'
          : 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-3.5! flex-none text-ink-faint" />
      <span className="sr-only">{word}</span>
      <span className="min-w-0 flex-1 truncate">{table.name}</span>
      {isOpen && (
        <span
          className="flex-none text-[11px] text-warn"
          title="Row level security is off: every role with a grant sees all rows"
        >
          no RLS
        </span>
      )}
      {table.row_estimate !== null && !isOpen && (
        <span className="tabular flex-none text-xs text-ink-faint">
          {formatEstimate(table.row_estimate)}
        </span>
      )}
    </Link>
  )
}

/** Arrow keys walk through the list as Tab does. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  links[at + step]?.focus()
  event.preventDefault()
}
