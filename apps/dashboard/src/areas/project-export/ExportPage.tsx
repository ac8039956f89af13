import { buildPath } from '@basalt/contract/client'
import { projectExport } from '@basalt/contract/project/export'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { projectQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { DownloadLink } from './DownloadLink.tsx'
import { type ExportSort, exportSorts } from './export-sorts.ts'
import { ExportTables } from './ExportTables.tsx'

type Props = { projectRef: string; search: string | undefined; sort: ExportSort | undefined }

type PageProps = { projectRef: string; query: UrlQuery }

/** Downloads of the user's data, available even when services are restricted. */
export function ExportPage({ projectRef, query: given }: PageProps) {
  return (
    <PageBody>
      <Panel failure="The project could not be loaded" resetKey={projectRef}>
        <Export
          projectRef={projectRef}
          search={readText(given, 'search')}
          sort={readChoice(given, 'sort', exportSorts)}
        />
      </Panel>
    </PageBody>
  )
}

function Export({ projectRef, search, sort }: Props) {
  const { data: project } = useSuspenseQuery(projectQuery(projectRef))
  const denied = useDenied(projectExport.sql, 'export data')
  useDocumentTitle(project.name, 'Export data')
  const isAway = project.connectionString === null
  return (
    <>
      <PageHeader
        title="Export data"
        description={`Download the data of ${project.name}. Each file is a consistent snapshot, and exporting does not change the database.`}
        actions={
          <DownloadLink
            href={buildPath(projectExport.sql, { ref: projectRef })}
            isPrimary
            disabledReason={denied ?? (isAway ? awayReason : undefined)}
          >
            Download schema and data as SQL
          </DownloadLink>
        }
      />
      {isAway ? (
        <Notice
          tone="info"
          title="The database is not running"
          action={
            <Link href={paths.project(projectRef)} className={buttonClass()}>
              Project home
            </Link>
          }
        >
          {awayReason}
        </Notice>
      ) : (
        <Panel failure="The tables could not be loaded" resetKey={projectRef}>
          <Tables projectRef={projectRef} search={search} sort={sort} denied={denied} />
        </Panel>
      )}
    </>
  )
}

const awayReason = 'You can export data while the database runs.'

function Tables({ projectRef, denied, ...listed }: Props & { denied: string | undefined }) {
  const { data: tables } = useSuspenseQuery(
    query(projectExport.tables, { params: { ref: projectRef } }),
  )
  if (tables.length === 0) {
    return (
      <EmptyState
        icon={Table2}
        title="No tables to export yet"
        action={
          <Link href={paths.sql(projectRef)} className={buttonClass()}>
            Create a table with SQL
          </Link>
        }
      >
        Each table is exported as a CSV file with its column names in the first line.
      </EmptyState>
    )
  }
  const size = formatBytes(tables.reduce((sum, table) => sum + table.size_bytes, 0))
  return (
    <>
      <ExportTables tables={tables} projectRef={projectRef} denied={denied} {...listed} />
      <p className="text-xs text-ink-faint">
        {size} with indexes. In CSV files NULL is an empty field and an empty text is "".
      </p>
    </>
  )
}
