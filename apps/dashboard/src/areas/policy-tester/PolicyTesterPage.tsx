import { databasePolicyTests } from '@basalt/contract/database/policy-tests'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { RoleSetup } from '../../product/RoleSetup.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { rolesQuery, tablesQuery } from './queries.ts'
import { SavedTests } from './SavedTests.tsx'
import { TestForm } from './TestForm.tsx'

type Props = { projectRef: string; query: UrlQuery }

/** Tries an operation as a role on real rows, and shows which policies decide. */
export function PolicyTesterPage({ projectRef, query }: Props) {
  useDocumentTitle('Policy tester', 'Database')
  const denied = useDenied(databasePolicyTests.run, 'test policies')
  return (
    <PageBody>
      <PageHeader
        title="Policy tester"
        description="Runs a statement as a role on real rows, in a transaction that is always rolled back."
      />
      {denied === undefined ? (
        <Tester projectRef={projectRef} query={query} />
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
    </PageBody>
  )
}

function Tester({ projectRef, query }: Props) {
  const tables = useQuery(tablesQuery(projectRef))
  const roles = useQuery(rolesQuery(projectRef))
  const error = tables.error ?? roles.error
  if (tables.data === undefined || roles.data === undefined) {
    if (error === null) return <SkeletonRows rows={4} />
    const retry = () => {
      void tables.refetch()
      void roles.refetch()
    }
    return <ErrorPanel title="Tables and roles could not be loaded" error={error} onRetry={retry} />
  }
  const { setup_sql: setupSql } = roles.data
  if (tables.data.tables.length === 0) {
    return (
      <EmptyState
        icon={ShieldCheck}
        title="No tables to test yet"
        action={
          <Link href={paths.newTable(projectRef)} className={buttonClass()}>
            Create a table
          </Link>
        }
      >
        Create a table with policies, and test which rows each role can read and change.
      </EmptyState>
    )
  }
  const table = readText(query, 'table')
  return (
    <>
      {setupSql !== null && <RoleSetup projectRef={projectRef} sql={setupSql} />}
      <TestForm
        projectRef={projectRef}
        tables={tables.data.tables}
        roles={roles.data.roles}
        start={{
          table,
          role: readText(query, 'role'),
          operation: readText(query, 'operation'),
        }}
      />
      <SavedTests
        projectRef={projectRef}
        table={tables.data.tables.find(({ id }) => String(id) === table) ?? tables.data.tables[0]}
        roles={roles.data.roles}
      />
    </>
  )
}
