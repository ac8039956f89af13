import { databaseDependencies, type FoundObject } from '@basalt/contract/database/dependencies'
import type { RelatedObject } from '@basalt/contract/database/objects/object-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { plural } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { query as queryOf } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { RelatedList } from './RelatedList.tsx'

const columns: Column<FoundObject>[] = [
  {
    id: 'object',
    header: 'Object',
    width: 'minmax(0, 3fr)',
    isName: true,
    cell: ({ type, description }) =>
      description.startsWith(`${type} `) ? description.slice(type.length + 1) : description,
    searchText: ({ description }) => description,
  },
  { id: 'type', header: 'Type', width: 'minmax(0, 1fr)', cell: ({ type }) => type },
]

const getId = ({ catalog, id }: FoundObject) => `${catalog}.${id}`

/** Finds an object, and shows what breaks when it is dropped. */
export function DependenciesPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Dependencies', 'Database')
  const table = useTableView(columns)
  const denied = useDenied(databaseDependencies.search, 'see dependencies')
  const [openId, open] = useOpenObject('object')
  const search = table.view.search.trim()
  const { data, error, refetch } = useQuery({
    ...queryOf(databaseDependencies.search, {
      params: { ref: projectRef },
      query: search === '' ? {} : { search },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: denied === undefined,
  })
  return (
    <ListPage
      title="Dependencies"
      description="Find a table, view, function, type, extension or schema to see what it needs and what would be dropped with it."
      denied={denied}
      label="Objects"
      noun="object"
      columns={columns}
      rows={data?.objects}
      isFiltered={search !== ''}
      getId={getId}
      getName={({ description }) => description}
      error={error}
      failure="The objects could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search objects"
      notice={
        data?.has_more === true && (
          <p className="text-ink-soft">The first 100 objects are shown. Search for others.</p>
        )
      }
      empty={
        <EmptyState icon={Unlink} title="No objects yet">
          Objects of this database appear here.
        </EmptyState>
      }
      openId={openId}
      onOpen={(object) => open(getId(object))}
      onClose={() => open(undefined)}
      renderOpen={(object) => (
        <DependencyPanel
          key={getId(object)}
          projectRef={projectRef}
          object={object}
          onClose={() => open(undefined)}
        />
      )}
      {...table}
    />
  )
}

type PanelProps = { projectRef: string; object: FoundObject; onClose: () => void }

function DependencyPanel({ projectRef, object, onClose }: PanelProps) {
  const { catalog, id } = object
  const { data, error, refetch } = useQuery({
    ...queryOf(databaseDependencies.read, { params: { ref: projectRef, catalog, id } }),
    staleTime: 0,
  })
  return (
    <Dialog isOpen kind="panel" width="medium" title={object.description} onClose={onClose}>
      {error !== null && data === undefined && (
        <ErrorPanel
          title="The dependencies could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonRows rows={4} />}
      {data !== undefined && (
        <div className="flex flex-col gap-5">
          <Link
            href={paths.schemaDiagram(projectRef, {
              view: 'dependencies',
              object: `${catalog}.${id}`,
            })}
            className="link"
          >
            Show as a graph
          </Link>
          <Group
            title="Dropped with it"
            empty="No object depends on it. It can be dropped alone."
            projectRef={projectRef}
            objects={data.dependents}
          />
          <Group
            title="Depends on"
            empty="It depends on no other object."
            projectRef={projectRef}
            objects={data.dependencies}
          />
        </div>
      )}
    </Dialog>
  )
}

type GroupProps = {
  title: string
  empty: string
  projectRef: string
  objects: readonly RelatedObject[]
}

function Group({ title, empty, projectRef, objects }: GroupProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {objects.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <>
          <p className="text-ink-soft">{countTypes(objects)}</p>
          <RelatedList projectRef={projectRef} objects={objects} />
        </>
      )}
    </section>
  )
}

/** For example “3 views, 1 policy”. */
function countTypes(objects: readonly RelatedObject[]): string {
  const types = [...new Set(objects.map(({ type }) => type))]
  return types
    .map((type) => ({ type, count: objects.filter((one) => one.type === type).length }))
    .toSorted((one, other) => other.count - one.count)
    .map(({ type, count }) => plural(count, type, getPlural(type)))
    .join(', ')
}

const getPlural = (type: string): string =>
  type.endsWith('y') ? `${type.slice(0, -1)}ies` : type.endsWith('x') ? `${type}es` : `${type}s`
