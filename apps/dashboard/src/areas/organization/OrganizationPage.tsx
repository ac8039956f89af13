import { projectCreation } from '@basalt/contract/project/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Boxes, Plus } from 'lucide-react'
import { useMemo } from 'react'

import { useDeniedIn } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { statusView } from '../../lib/format/project-status.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { organizationsQuery, profileQuery, projectsQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Badge } from '../../ui/Status.tsx'
import { MfaRequired } from './MfaRequired.tsx'
import { listProjects } from './project-list.ts'
import { ProjectTable } from './ProjectTable.tsx'

type Props = { slug: string }

export function OrganizationPage({ slug }: Props) {
  return (
    <PageBody>
      <Panel failure="The organization could not be loaded" resetKey={slug}>
        <Content slug={slug} />
      </Panel>
    </PageBody>
  )
}

const refreshMs = 5000

function Content({ slug }: Props) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery())
  const { data } = useSuspenseQuery({
    ...projectsQuery(),
    // Polls while the status of a project changes.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => statusView(status).isMoving) === true && refreshMs,
  })
  const organization = organizations.find((one) => one.slug === slug)
  useDocumentTitle(organization?.name)
  const { data: profile } = useSuspenseQuery(profileQuery())
  const all = useMemo(() => listProjects(data, slug), [data, slug])

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
        <section aria-label="Projects">
          <ProjectTable projects={all} />
        </section>
      )}
    </>
  )
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
