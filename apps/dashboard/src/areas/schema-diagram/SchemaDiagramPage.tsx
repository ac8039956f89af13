import { databaseSchemaDiagram, type SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { databaseTables } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { Link } from '../../lib/Link.tsx'
import { query as queryOf } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { late } from '../../ui/late.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DependencyView } from './dependencies/DependencyView.tsx'
import { DiagramBar } from './DiagramBar.tsx'
import type { Place } from './places/node-size.ts'

const Canvas = late(
  async () => (await import('./Canvas.tsx')).Canvas,
  <Skeleton className="h-full" />,
)

type Props = { projectRef: string; query: UrlQuery }

/** The tables of a schema as a graph of their foreign keys, or the dependencies of an object. */
export function SchemaDiagramPage(props: Props) {
  const isOfDependencies = readChoice(props.query, 'view', ['dependencies']) !== undefined
  return isOfDependencies ? <DependencyView {...props} /> : <TableView {...props} />
}

function TableView({ projectRef, query }: Props) {
  useDocumentTitle('Schema diagram', 'Database')
  const schema = readText(query, 'schema') ?? 'public'
  const denied = useDenied(databaseSchemaDiagram.read, 'see the schema diagram')
  const { data, error, refetch } = useQuery({
    ...queryOf(databaseSchemaDiagram.read, { params: { ref: projectRef }, query: { schema } }),
    staleTime: 0,
    enabled: denied === undefined,
  })
  if (denied !== undefined)
    return (
      <PageBody>
        <Notice tone="info">{denied}</Notice>
      </PageBody>
    )
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-full" />
    ) : (
      <PageBody>
        <ErrorPanel
          title="The schema diagram could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      </PageBody>
    )
  return (
    <Diagram key={schema} projectRef={projectRef} schema={schema} diagram={data} query={query} />
  )
}

type DiagramProps = Props & { schema: string; diagram: SchemaDiagram }

function Diagram({ projectRef, schema, diagram, query }: DiagramProps) {
  const change = useSearchParams()
  const { data: schemas = [] } = useQuery(
    queryOf(databaseTables.schemas, { params: { ref: projectRef } }),
  )
  const [arrangement, setArrangement] = useState(0)
  const [places, setPlaces] = useState<ReadonlyMap<number, Place>>(new Map())
  const chosen = diagram.tables.find(({ name }) => name === query['table'])
  const choose = (id: number | undefined) =>
    change({ table: diagram.tables.find((table) => table.id === id)?.name })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">Schema diagram</h1>
      <DiagramBar
        diagram={diagram}
        places={places}
        at={{ ref: projectRef, schema }}
        schemas={schemas.map(({ name }) => name)}
        chosen={chosen}
        onChoose={choose}
        onSchema={(name) => change({ schema: name, table: undefined })}
        onArrange={() => setArrangement(arrangement + 1)}
      />
      <div className="min-h-0 flex-1">
        {diagram.tables.length === 0 ? (
          <PageBody>
            <EmptyState
              icon={Network}
              title={`No tables in ${schema}`}
              action={
                <Link href={paths.newTable(projectRef, schema)} className={buttonClass()}>
                  Create a table
                </Link>
              }
            >
              Tables and their foreign keys appear here.
            </EmptyState>
          </PageBody>
        ) : (
          <Canvas
            diagram={diagram}
            projectRef={projectRef}
            schema={schema}
            chosen={chosen?.id}
            onChoose={choose}
            arrangement={arrangement}
            onPlaced={setPlaces}
          />
        )}
      </div>
    </div>
  )
}
