import { ChevronsUpDown, Plus } from 'lucide-react'
import type { ReactNode } from 'react'

import { useGo } from '../../lib/browser/use-go.ts'
import { statusView } from '../../lib/format/project-status.ts'
import { useCapability, useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { Badge, Dot } from '../../ui/Status.tsx'
import type { ShellScope } from './banners/use-scope.ts'
import { sameOrganizationSection, sameProjectSection } from './same-section.ts'

/** The organization of the page: a link to it, and a switch to another one. */
export function OrganizationSwitcher({ scope }: { scope: ShellScope }) {
  const go = useGo()
  const hasOrganizations = useCapability('organizations')
  const { organization, organizations, isInOrganization, projectRef } = scope
  if (!hasOrganizations) return null
  const isHere = isInOrganization && organization !== undefined
  const pick = (slug: string) => {
    if (slug === 'new') return go(paths.newOrganization())
    const from = organization?.slug ?? slug
    return go(sameOrganizationSection(scope.pathname, { from, to: slug }))
  }

  return (
    <Crumb
      href={isHere ? paths.organization(organization.slug) : paths.organizations()}
      isHiddenOnPhone={projectRef !== undefined}
      content={
        isHere ? (
          <>
            <span className="truncate">{organization.name}</span>
            <Badge>{organization.plan.name}</Badge>
          </>
        ) : (
          'Organizations'
        )
      }
    >
      <Picker
        placeholder="Find an organization"
        chosen={isHere ? organization.slug : undefined}
        items={organizations.map(({ slug, name, plan }) => ({
          id: slug,
          label: name,
          detail: plan.name,
          keywords: [slug],
        }))}
        actions={[{ id: 'new', label: 'New organization', icon: Plus }]}
        onPick={pick}
        trigger={<SwitchButton label="Switch organization" />}
      />
    </Crumb>
  )
}

export function ProjectSwitcher({ scope }: { scope: ShellScope }) {
  const go = useGo()
  const hasOrganizations = useCapability('organizations')
  const hasRegions = useInstall().placements.length > 0
  const { project, projects, organization } = scope
  if (project === undefined) return null
  const siblings = projects.filter((one) => one.organization_slug === project.organization_slug)
  const pick = (ref: string) => {
    if (ref !== 'new') go(sameProjectSection(scope.pathname, { from: project.ref, to: ref }))
    else if (organization !== undefined) go(paths.newProject(organization.slug))
  }

  return (
    <>
      {hasOrganizations && (
        <span aria-hidden className="px-0.5 text-control max-tablet:hidden">
          /
        </span>
      )}
      <Crumb
        href={paths.project(project.ref)}
        content={
          <>
            <span className="truncate">{project.name}</span>
            {hasRegions && (
              <span className="text-xs text-ink-faint max-desktop:hidden">{project.region}</span>
            )}
          </>
        }
      >
        {hasOrganizations && (
          <Picker
            placeholder="Find a project"
            chosen={project.ref}
            items={siblings.map(({ ref, name, status }) => ({
              id: ref,
              label: name,
              keywords: [ref],
              detail: (
                <span className="inline-flex items-center gap-1.5">
                  <Dot tone={statusView(status).tone} />
                  {statusView(status).word}
                </span>
              ),
            }))}
            actions={[{ id: 'new', label: 'New project', icon: Plus }]}
            onPick={pick}
            trigger={<SwitchButton label="Switch project" />}
          />
        )}
      </Crumb>
    </>
  )
}

type CrumbProps = {
  href: string
  content: ReactNode
  /** On a phone only the last breadcrumb has room. */
  isHiddenOnPhone?: boolean
  children: ReactNode
}

function Crumb({ href, content, isHiddenOnPhone = false, children }: CrumbProps) {
  return (
    <span className={`flex min-w-0 items-center ${isHiddenOnPhone ? 'max-tablet:hidden' : ''}`}>
      <Link
        href={href}
        className="flex h-7 max-w-56 min-w-0 items-center gap-2 rounded-control px-1.5 font-medium hover:bg-hover pointer-coarse:h-10"
      >
        {content}
      </Link>
      {children}
    </span>
  )
}

function SwitchButton({ label, ...rest }: { label: string }) {
  return (
    <IconButton
      icon={ChevronsUpDown}
      label={label}
      className="w-5! text-ink-faint [&_svg.lucide]:size-3.5"
      {...rest}
    />
  )
}
