import { databaseDependencies } from '@basalt/contract/database/dependencies'
import { useQuery } from '@tanstack/react-query'

import { useDenied } from '../../../lib/access/access.tsx'
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { formatCount, plural } from '../../../lib/format/format.ts'
import { Link } from '../../../lib/Link.tsx'
import { query as queryOf } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { readText, type UrlQuery } from '../../../lib/routes/url-query.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { late } from '../../../ui/late.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageBody } from '../../../ui/PageHeader.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ViewSwitch } from '../views/ViewSwitch.tsx'
import { ObjectList } from './ObjectList.tsx'
import { ObjectSearch } from './ObjectSearch.tsx'

const GraphCanvas = late(
  async () => (await import('./GraphCanvas.tsx')).GraphCanvas,
  <Skeleton className="h-full" />,
)

type Props = { projectRef: string; query: UrlQuery }

const catalogs = ['pg_class', 'pg_proc', 'pg_type', 'pg_extension', 'pg_namespace'] as const

/** `pg_class.16385`, as in the URL. */
function readObject(text = '') {
  const [name, number = ''] = text.split('.')
  const catalog = catalogs.find((one) => one === name)
  return catalog !== undefined && /^\d{1,10}$/u.test(number)
    ? { catalog, id: Number(number) }
    : undefined
}

/** The objects that depend on an object over any number of steps, as a graph and as a list. */
export function DependencyView({ projectRef, query }: Props) {
  useDocumentTitle('Dependencies', 'Database')
  const schema = readText(query, 'schema') ?? 'public'
  const object = readObject(query['object'])
  const denied = useDenied(databaseDependencies.graph, 'see dependencies')
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">Dependencies</h1>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <ViewSwitch projectRef={projectRef} schema={schema} view="dependencies" />
        {object !== undefined && (
          <Link
            href={paths.schemaDiagram(projectRef, { schema, view: 'dependencies' })}
            className="link"
          >
            Choose another object
          </Link>
        )}
      </div>
      {denied !== undefined && (
        <PageBody>
          <Notice tone="info">{denied}</Notice>
        </PageBody>
      )}
      {denied === undefined && object === undefined && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ObjectSearch projectRef={projectRef} schema={schema} />
        </div>
      )}
      {denied === undefined && object !== undefined && (
        <ObjectGraph projectRef={projectRef} {...object} />
      )}
    </div>
  )
}

type GraphProps = NonNullable<ReturnType<typeof readObject>> & { projectRef: string }

function ObjectGraph({ projectRef, catalog, id }: GraphProps) {
  const { data, error, refetch } = useQuery({
    ...queryOf(databaseDependencies.graph, { params: { ref: projectRef, catalog, id } }),
    staleTime: 0,
  })
  if (data === undefined)
    return error === null ? (
      <Skeleton className="m-4 flex-1" />
    ) : (
      <PageBody>
        <ErrorPanel
          title="The dependencies could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </PageBody>
    )
  const root = data.nodes.find(({ role }) => role === 'root')
  const shown = data.nodes.filter(({ role }) => role === 'dropped').length
  return (
    <>
      <p className="border-b border-line px-4 py-2">
        <strong className="break-words">{root?.description}</strong>:{' '}
        {data.dropped === 0
          ? 'nothing is dropped with it.'
          : `DROP … CASCADE drops ${data.is_cut ? 'more than ' : ''}${plural(data.dropped, 'other object')}.`}
        {shown < data.dropped && ` The nearest ${formatCount(shown)} are shown.`}
      </p>
      <div className="flex min-h-0 flex-1 flex-col tablet:flex-row">
        <section aria-label="Graph" className="min-h-0 min-w-0 flex-1">
          <GraphCanvas graph={data} projectRef={projectRef} />
        </section>
        <ObjectList projectRef={projectRef} nodes={data.nodes} />
      </div>
    </>
  )
}
