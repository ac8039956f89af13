import { projectCreation } from '@basalt/contract/project/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Boxes, Plus } from 'lucide-react'

import { useDeniedIn } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams, useSearchText } from '../../lib/browser/use-search-text.ts'
import { plural } from '../../lib/format/format.ts'
import { statusView } from '../../lib/format/project-status.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery, profileQuery, projectsQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput, Select } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { Badge } from '../../ui/Status.tsx'
import { MfaRequired } from './MfaRequired.tsx'
import { listProjects, projectSorts, type ProjectSort } from './project-list.ts'
import { ProjectRow } from './ProjectRow.tsx'

type Props = { slug: string; search: string | undefined; sort: ProjectSort | undefined }

type PageProps = { slug: string; query: UrlQuery }

export function OrganizationPage({ slug, query }: PageProps) {
  return (
    <PageBody>
      <Panel failure="The organization could not be loaded" resetKey={slug}>
        <Content
          slug={slug}
          search={readText(query, 'search')}
          sort={readChoice(query, 'sort', projectSorts)}
        />
      </Panel>
    </PageBody>
  )
}

const refreshMs = 5000

function Content({ slug, search, sort = 'name' }: Props) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery())
  const { data } = useSuspenseQuery({
    ...projectsQuery(),
    // Polls while the status of a project changes.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => statusView(status).isMoving) === true && refreshMs,
  })
  const [text, setText] = useSearchText(search)
  const change = useSearchParams()
  const organization = organizations.find((one) => one.slug === slug)
  useDocumentTitle(organization?.name)
  const { data: profile } = useSuspenseQuery(profileQuery())
  const all = listProjects(data, slug, {})
  const shown = listProjects(data, slug, { search: text, sort })

  if (organization?.organization_requires_mfa === true && !profile.is_mfa_enabled) {
    return (
      <>
        <PageHeader title={organization.name} />
        <MfaRequired organization={organization} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={organization?.name ?? slug}
        meta={organization && <Badge>{organization.plan.name}</Badge>}
        description={organization && `Your role: ${organization.role}`}
        actions={all.length > 0 && <NewProject slug={slug} />}
      />
      {all.length === 0 ? (
        <EmptyState
          icon={Boxes}
          title="Create the first project"
          action={<NewProject slug={slug} />}
          example={
            <code className="rounded-control bg-sunken px-3 py-2 font-mono text-xs text-ink-soft">
              psql postgresql://postgres@…/postgres
            </code>
          }
        >
          A project is your own PostgreSQL database. It is ready in a few seconds, in the browser
          and for any client.
        </EmptyState>
      ) : (
        <section aria-label="Projects" className="flex flex-col gap-3">
          <div className="flex flex-wrap gap-2">
            <SearchInput
              label="Search projects"
              value={text}
              onChange={setText}
              className="w-full tablet:w-72"
            />
            <Select
              aria-label="Sort by"
              className="w-40"
              value={sort}
              onChange={(event) => change({ sort: event.target.value })}
            >
              {projectSorts.map((one) => (
                <option key={one} value={one}>
                  {sortNames[one]}
                </option>
              ))}
            </Select>
          </div>
          {shown.length === 0 && (
            <p className="py-8 text-center text-ink-faint">No project matches “{text}”</p>
          )}
          <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface empty:hidden">
            {shown.map((project) => (
              <li key={project.ref} className="border-b border-line last:border-0">
                <PanelBoundary failure={`Could not show ${project.name}`}>
                  <ProjectRow project={project} />
                </PanelBoundary>
              </li>
            ))}
          </ul>
          <p className="text-xs text-ink-faint">{plural(shown.length, 'project')}</p>
        </section>
      )}
    </>
  )
}

const sortNames: Record<ProjectSort, string> = {
  name: 'By name',
  newest: 'Newest first',
  status: 'By status',
}

function NewProject({ slug }: { slug: string }) {
  const denied = useDeniedIn(slug, projectCreation, 'create projects here')
  if (denied !== undefined) {
    return (
      <Button icon={Plus} variant="primary" disabledReason={denied}>
        New project
      </Button>
    )
  }
  return (
    <Link href={paths.newProject(slug)} className={buttonClass({ variant: 'primary' })}>
      <Plus />
      New project
    </Link>
  )
}
