import type { ObjectRow } from '@basalt/contract/database/objects/object-routes'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileCode, Lock, Plus } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { FramedNotFound } from '../../product/NotFoundText.tsx'
import { useTableView } from '../../product/use-table-view.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { InlineEditing, useInlineEditor } from './InlineEditing.tsx'
import { findKind } from './kinds.ts'
import { ChangePanel } from './late-panels.ts'
import type { AnyKind } from './model/object-kind.ts'
import { listQuery, schemasQuery } from './model/queries.ts'
import { RelatedList } from './RelatedList.tsx'

type Props = { projectRef: string; kind: string; query: UrlQuery }

/** The list of one kind of database object. */
export function ObjectsPage({ kind: name, ...props }: Props) {
  const kind = findKind(name)
  if (kind === undefined) return <FramedNotFound />
  return (
    <InlineEditing key={name} kind={kind} {...props}>
      <KindList kind={kind} {...props} />
    </InlineEditing>
  )
}

type ListProps = Omit<Props, 'kind'> & { kind: AnyKind }

function KindList({ kind, projectRef, query }: ListProps) {
  useDocumentTitle(kind.title, 'Database')
  const change = useSearchParams()
  const columns = listColumns(kind)
  const table = useTableView(columns, {
    defaultSort: { column: kind.defaultSort ?? 'name', direction: 'ascending' },
  })
  const { search, sort } = table.view
  const schema = kind.isInSchema ? readText(query, 'schema') : undefined
  const list = useInfiniteQuery({
    ...listQuery(kind, projectRef, {
      ...(search.trim() !== '' && { search: search.trim() }),
      ...(schema !== undefined && { schema }),
      ...(sort !== undefined && { sort: sort.column, direction: sort.direction }),
    }),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const total = list.data?.pages[0]?.total ?? 0
  const deniedRead = useDenied(kind.routes.list, `see ${kind.nouns}`)
  const { obstacle = null, notices = [], restrictions = {} } = list.data?.pages[0] ?? {}
  const deniedCreation = useDenied(kind.routes.apply, `create ${kind.nouns}`)
  const denied = deniedCreation ?? obstacle ?? undefined
  const isNew = query['new'] !== undefined
  const edit = useInlineEditor(kind)
  return (
    <ListPage
      title={kind.title}
      description={kind.description}
      actions={
        <>
          {edit !== null && (
            <Button icon={FileCode} disabledReason={denied} onClick={() => edit('new')}>
              New {kind.noun} as SQL
            </Button>
          )}
          <Button
            variant="primary"
            icon={Plus}
            disabledReason={denied}
            onClick={() => change({ new: '1' })}
          >
            New {kind.noun}
          </Button>
        </>
      }
      notice={
        <>
          {obstacle !== null && <Notice tone="info">{obstacle}.</Notice>}
          {isNew && deniedCreation !== undefined && <Notice tone="info">{deniedCreation}</Notice>}
          {notices.map((one) => (
            <Notice key={one.title} tone="warn" title={one.title}>
              <RelatedList projectRef={projectRef} objects={one.objects} />
            </Notice>
          ))}
          {kind.jobs !== undefined && <kind.jobs.Head projectRef={projectRef} />}
          {isNew && !list.isPending && denied === undefined && (
            <ChangePanel
              kind={kind}
              projectRef={projectRef}
              initial={kind.blank(schema ?? 'public')}
              restrictions={restrictions}
              onClose={() => change({ new: undefined })}
            />
          )}
        </>
      }
      denied={deniedRead}
      label={kind.title}
      noun={kind.noun}
      nouns={kind.nouns}
      columns={columns}
      rows={rows}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      getHref={({ id }) => paths.databaseObject(projectRef, kind.kind, id)}
      {...(edit !== null && {
        actionsWidth: '44px',
        renderActions: ({ id, name, locked }: ObjectRow) => (
          <IconButton
            icon={FileCode}
            label={`Edit ${name} as SQL`}
            disabledReason={denied ?? locked ?? undefined}
            onClick={() => edit(id)}
          />
        ),
      })}
      error={list.error}
      failure={`The ${kind.nouns} could not be loaded`}
      onRetry={() => void list.refetch()}
      searchLabel={`Search ${kind.nouns}`}
      filters={
        kind.isInSchema && (
          <SchemaFilter
            projectRef={projectRef}
            schema={schema}
            onChange={(next) => change({ schema: next }, { isStep: true })}
          />
        )
      }
      isFiltered={schema !== undefined}
      onClearFilters={() => change({ search: undefined, schema: undefined }, { isStep: true })}
      empty={
        <EmptyState icon={kind.icon} title={`No ${kind.nouns} yet`}>
          {kind.empty}
        </EmptyState>
      }
      paging={{
        hasMore: list.hasNextPage,
        isLoading: list.isFetchingNextPage,
        onLoadMore: () => void list.fetchNextPage(),
        label: `Load more ${kind.nouns}`,
        error: list.isFetchNextPageError ? list.error : null,
        isSorted: true,
      }}
      note={total === 0 ? undefined : `${total.toLocaleString('en')} in total`}
      {...table}
    />
  )
}

const listColumns = (kind: AnyKind): Column<ObjectRow>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 3fr)',
    isName: true,
    hasLabel: false,
    cell: ({ name }) => name,
    detail: ({ comment, locked }) => (
      <span className="flex min-w-0 items-center gap-1 text-xs text-ink-faint">
        {locked !== null && <Lock aria-label={locked} className="size-3!" />}
        <span className="truncate">{locked ?? comment ?? ''}</span>
      </span>
    ),
    sortValue: ({ name }) => name,
  },
  ...(kind.isInSchema
    ? [
        {
          id: 'schema',
          header: 'Schema',
          width: 'minmax(0, 1fr)',
          cell: ({ schema }: ObjectRow) => schema,
          sortValue: ({ schema }: ObjectRow) => schema,
        },
      ]
    : []),
  ...kind.columns,
  {
    id: 'owner',
    header: 'Owner',
    width: 'minmax(0, 1fr)',
    hideBelow: 'narrow',
    isHiddenByDefault: true,
    cell: ({ owner }) => owner ?? '',
  },
]

type FilterProps = {
  projectRef: string
  schema: string | undefined
  onChange: (schema: string | undefined) => void
}

/** PostgreSQL's own schemas are not listed with the others, but can be chosen. */
const systemSchemas = ['pg_catalog', 'information_schema']

function SchemaFilter({ projectRef, schema, onChange }: FilterProps) {
  const { data = [] } = useQuery(schemasQuery(projectRef))
  const names = new Set([...data.map(({ name }) => name), ...systemSchemas])
  if (schema !== undefined) names.add(schema)
  return (
    <Select
      aria-label="Schema"
      className="w-44"
      value={schema ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">All schemas</option>
      {[...names].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}
