import { organizationPlans } from '@basalt/catalog'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { formatCount } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { useTableView } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Badge } from '../../ui/Status.tsx'

export function OrganizationsPage({ query }: { query: UrlQuery }) {
  const org = readText(query, 'org')
  useDocumentTitle('Organizations')
  // The empty state carries the action itself.
  const isEmpty = useQuery(organizationsQuery()).data?.length === 0
  return (
    <PageBody>
      <PageHeader
        title="Organizations"
        description="An organization owns projects that its members share."
        actions={isEmpty ? undefined : <NewOrganization />}
      />
      {readText(query, 'error') === 'org_not_found' && (
        <Notice tone="warn" title="We couldn't find that organization">
          {org === undefined ? 'It' : <code className="font-mono text-xs">{org}</code>} does not
          exist, or you are not a member.
        </Notice>
      )}
      <Panel failure="Your organizations could not be loaded">
        <OrganizationList />
      </Panel>
    </PageBody>
  )
}

const columns: Column<Organization>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 3fr)',
    cell: ({ name }) => <OrganizationName name={name} />,
    sortValue: ({ name }) => name,
    searchText: ({ name, slug }) => `${name}\n${slug}`,
  },
  {
    id: 'plan',
    header: 'Plan',
    hasLabel: false,
    cell: ({ plan }) => <Badge>{plan.name}</Badge>,
    sortValue: ({ plan }) => organizationPlans.indexOf(plan.id),
    orderNames: { ascending: 'Smallest plan first', descending: 'Largest plan first' },
  },
  {
    id: 'projects',
    header: 'Projects',
    width: '108px',
    align: 'end',
    cell: ({ project_count: count }) => formatCount(count),
    sortValue: ({ project_count: count }) => count,
    firstDirection: 'descending',
    orderNames: { ascending: 'Fewest projects first', descending: 'Most projects first' },
  },
  { id: 'role', header: 'Your role', cell: ({ role }) => role, sortValue: ({ role }) => role },
]

function OrganizationList() {
  const { data } = useSuspenseQuery(organizationsQuery())
  const view = useTableView(columns)
  return (
    <DataTable
      label="Organizations"
      noun="organization"
      columns={columns}
      rows={data}
      getId={({ slug }) => slug}
      getHref={({ slug }) => paths.organization(slug)}
      failure="Your organizations could not be loaded"
      searchLabel="Search organizations"
      empty={
        <EmptyState
          icon={Building2}
          title="Create your first organization"
          action={<NewOrganization />}
        >
          An organization has projects, members and billing. Start with a personal one.
        </EmptyState>
      }
      {...view}
    />
  )
}

const OrganizationName = ({ name }: { name: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <span
      aria-hidden
      className="grid size-7 flex-none place-items-center rounded-control bg-accent-wash font-semibold text-accent uppercase"
    >
      {name.slice(0, 1)}
    </span>
    <span className="min-w-0 truncate font-medium">{name}</span>
  </span>
)

function NewOrganization() {
  return (
    <Link href={paths.newOrganization()} className={buttonClass({ variant: 'primary' })}>
      <Plus />
      New organization
    </Link>
  )
}
