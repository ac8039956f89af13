import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Building2, ChevronRight, Plus } from 'lucide-react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchText } from '../../lib/browser/use-search-text.ts'
import { plural } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput } from '../../ui/Input.tsx'
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
        <OrganizationList search={readText(query, 'search')} />
      </Panel>
    </PageBody>
  )
}

function OrganizationList({ search }: { search: string | undefined }) {
  const { data } = useSuspenseQuery(organizationsQuery())
  const [text, setText] = useSearchText(search)
  const target = text.trim().toLowerCase()
  const shown = data.filter(({ name, slug }) => `${name}\n${slug}`.toLowerCase().includes(target))

  if (data.length === 0) {
    return (
      <EmptyState
        icon={Building2}
        title="Create your first organization"
        action={<NewOrganization />}
      >
        An organization has projects, members and billing. Start with a personal one.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label="Search organizations"
        value={text}
        onChange={setText}
        className="w-full tablet:w-72"
      />
      {shown.length === 0 && (
        <p className="py-8 text-center text-ink-faint">No organization matches “{text}”</p>
      )}
      <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface empty:hidden">
        {shown.map(({ slug, name, plan, role, project_count }) => (
          <li key={slug} className="border-b border-line last:border-0">
            <Link
              href={paths.organization(slug)}
              className="group flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="grid size-8 flex-none place-items-center rounded-control bg-accent-wash font-semibold text-accent uppercase">
                {name.slice(0, 1)}
              </span>
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="flex items-center gap-2">
                  <span className="truncate font-medium">{name}</span>
                  <Badge>{plan.name}</Badge>
                </span>
                <span className="truncate text-xs text-ink-faint">
                  {plural(project_count, 'project')} · {role}
                </span>
              </span>
              <ChevronRight
                aria-hidden
                className="text-ink-faint transition-transform group-hover:translate-x-0.5"
              />
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-faint">{plural(shown.length, 'organization')}</p>
    </div>
  )
}

function NewOrganization() {
  return (
    <Link href={paths.newOrganization()} className={buttonClass({ variant: 'primary' })}>
      <Plus />
      New organization
    </Link>
  )
}
