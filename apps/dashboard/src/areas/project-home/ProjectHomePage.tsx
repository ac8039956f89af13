import { computeSizes, listRegions } from '@basalt/catalog'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { isRunning, statusView } from '../../lib/format/project-status.ts'
import { useCapability, useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { projectQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { DangerCard } from '../../product/project/DangerCard.tsx'
import { PasswordReset } from '../../product/project/PasswordReset.tsx'
import { ProductionCard } from '../../product/project/ProductionCard.tsx'
import { SwitchedOffNotice } from '../../product/SwitchedOff.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { late } from '../../ui/late.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { PanelBoundary } from '../../ui/PanelBoundary.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { HomeBlocks } from './blocks/HomeBlocks.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ProjectMenu } from './ProjectMenu.tsx'
import { StatusNotice } from './StatusNotice.tsx'

const ConnectionCard = late(
  async () => (await import('../../product/project/ConnectionCard.tsx')).ConnectionCard,
  <Skeleton className="h-52" />,
)

const AdvisorsCard = late(
  async () => (await import('./AdvisorsCard.tsx')).AdvisorsCard,
  <Skeleton className="h-28" />,
)

const DatabaseState = late(
  async () => (await import('./DatabaseState.tsx')).DatabaseState,
  <Skeleton className="h-36" />,
)

export function ProjectHomePage({ projectRef }: { projectRef: string }) {
  return (
    <PageBody>
      <Panel
        failure="The project could not be loaded"
        resetKey={projectRef}
        loading={<HomeSkeleton />}
      >
        <Home projectRef={projectRef} />
      </Panel>
    </PageBody>
  )
}

function Home({ projectRef }: { projectRef: string }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectRef))
  useDocumentTitle(project.name)
  const { word, tone, isMoving } = statusView(project.status)

  const examplesOff = useSwitchedOff('project_homepage:show_examples')
  return (
    <>
      <PageHeader
        title={project.name}
        meta={
          <Status tone={tone} isMoving={isMoving}>
            {word}
          </Status>
        }
        actions={
          <>
            <Link href={paths.projectExport(projectRef)} className={buttonClass()}>
              <Download />
              Export data
            </Link>
            <ProjectMenu project={project} />
          </>
        }
      />
      <StatusNotice project={project} />
      <PanelBoundary failure="The project details could not be loaded">
        <Facts project={project} />
      </PanelBoundary>
      {isRunning(project) && (
        <PanelBoundary failure="The state of the database could not be loaded">
          <DatabaseState projectRef={projectRef} />
        </PanelBoundary>
      )}
      <PanelBoundary failure="The summary of the advisors could not be loaded">
        <AdvisorsCard projectRef={projectRef} />
      </PanelBoundary>
      <PanelBoundary failure="The pinned results could not be loaded">
        <HomeBlocks project={project} />
      </PanelBoundary>
      {isRunning(project) && examplesOff === undefined && (
        <PanelBoundary failure="The first steps could not be loaded">
          <NextSteps projectRef={projectRef} />
        </PanelBoundary>
      )}
      {examplesOff !== undefined && <SwitchedOffNotice what="First steps" reason={examplesOff} />}
      {project.connection !== null && (
        <PanelBoundary failure="The connection details could not be loaded">
          <ConnectionCard
            connection={project.connection}
            isRunning={isRunning(project)}
            password={<PasswordReset project={project} />}
          />
        </PanelBoundary>
      )}
      <PanelBoundary failure="The project settings could not be loaded">
        <ProductionCard project={project} />
        <DangerCard project={project} />
      </PanelBoundary>
    </>
  )
}

/** The properties of the project in one line. */
function Facts({ project }: { project: ProjectDetail }) {
  const region = listRegions(project.cloud_provider).find(({ code }) => code === project.region)
  const size = computeSizes.find(({ id }) => id === project.compute_size)
  // Without a choice of size or region, neither is shown.
  const hasSizes = useCapability('projects')
  const { placements } = useInstall()
  const sizeOff = useSwitchedOff('project_homepage:show_instance_size')
  const version = project.dbVersion?.replace(/^PostgreSQL\s+/iu, '').split(' ')[0]
  const compute = {
    name: 'Compute',
    value:
      sizeOff ?? (size === undefined ? project.compute_size : `${size.name}, ${size.memory_gb} GB`),
  }
  const place = { name: 'Region', value: region?.displayName ?? project.region }
  const facts = [
    ...(placements.length > 0 ? [place] : []),
    ...(hasSizes ? [compute] : []),
    { name: 'PostgreSQL', value: version ?? '–' },
    { name: 'Created', value: <Time at={project.inserted_at} /> },
    {
      name: 'Reference',
      value: (
        <span className="flex min-w-0 items-center gap-1">
          <code className="truncate font-mono text-xs">{project.ref}</code>
          <CopyButton isIcon size="small" text={project.ref} label="Copy reference" />
        </span>
      ),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 rounded-card border border-line bg-surface px-4 py-3 desktop:flex desktop:flex-wrap desktop:justify-between">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 flex-col last:col-span-2">
          <dt className="text-xs text-ink-faint">{name}</dt>
          <dd className="tabular min-h-6 content-center">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function HomeSkeleton() {
  return (
    <output aria-label="Loading" className="flex flex-col gap-6">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-16" />
      <div className="grid gap-3 tablet:grid-cols-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-44" />
    </output>
  )
}
