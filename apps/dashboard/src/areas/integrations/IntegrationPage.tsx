import { integrations } from '@basalt/contract/integrations/integrations'
import { useQuery } from '@tanstack/react-query'
import { Blocks, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { Status } from '../../ui/Status.tsx'
import { AddedObjects } from './AddedObjects.tsx'
import { entries, type Entry } from './entries.ts'
import { integrationQuery, useInstallation } from './queries.ts'
import { RemoveIntegration } from './RemoveIntegration.tsx'

/** One integration: its purpose, what it adds to the database, and its removal. */
export function IntegrationPage({ projectRef, id }: { projectRef: string; id: string }) {
  const entry = entries.find((one) => one.id === id)
  useDocumentTitle(entry?.name ?? 'Integration', 'Integrations')
  if (entry !== undefined) return <Overview {...{ projectRef, entry }} />
  return (
    <PageBody>
      <EmptyState
        icon={Blocks}
        title="This integration does not exist"
        action={<Link href={paths.integrations(projectRef)}>Show all integrations</Link>}
      />
    </PageBody>
  )
}

function Overview({ projectRef, entry }: { projectRef: string; entry: Entry }) {
  const denied = useDenied(integrations.read, 'see the integrations of this project')
  const deniedWrite = useDenied(integrations.install, 'install integrations')
  const { data, error, refetch } = useQuery({
    ...integrationQuery(projectRef, entry.id),
    enabled: denied === undefined,
  })
  const install = useInstallation(projectRef, entry)
  const [isRemoving, setRemoving] = useState(false)
  const isInstalled = data?.integration.is_installed
  return (
    <PageBody width="form">
      <PageHeader
        title={entry.name}
        description={entry.description}
        meta={isInstalled === true && <Status tone="good">Installed</Status>}
        actions={
          isInstalled !== undefined && (
            <Actions
              {...{ projectRef, entry, isInstalled, deniedWrite }}
              install={install}
              onRemove={() => setRemoving(true)}
            />
          )
        }
      />
      {install.error !== null && <Notice tone="bad">{install.error.message}</Notice>}
      <section aria-label="Overview" className="flex max-w-prose flex-col gap-3">
        {entry.overview.map((text) => (
          <p key={text} className="text-pretty">
            {text}
          </p>
        ))}
        <SqlText sql={entry.example} />
      </section>
      {denied !== undefined && <Notice tone="info">{denied}</Notice>}
      {denied === undefined && data === undefined && error === null && <SkeletonRows />}
      {error !== null && data === undefined && (
        <ErrorPanel
          title="The state of the integration could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <AddedObjects details={data} />}
      {isRemoving && data !== undefined && (
        <RemoveIntegration
          {...{ projectRef, entry }}
          details={data}
          onClose={() => setRemoving(false)}
        />
      )}
    </PageBody>
  )
}

type ActionsProps = {
  projectRef: string
  entry: Entry
  isInstalled: boolean
  deniedWrite: string | undefined
  install: ReturnType<typeof useInstallation>
  onRemove: () => void
}

function Actions(props: ActionsProps) {
  const { projectRef, entry, isInstalled, deniedWrite, install, onRemove } = props
  if (!isInstalled) {
    return (
      <Button
        variant="primary"
        isPending={install.isPending}
        disabledReason={deniedWrite}
        onClick={() => install.mutate('install')}
      >
        Install {entry.name.toLowerCase()}
      </Button>
    )
  }
  return (
    <>
      <Button icon={Trash2} disabledReason={deniedWrite} onClick={onRemove}>
        Remove
      </Button>
      <Link className="text-accent hover:underline" href={entry.href(projectRef)}>
        Open {entry.name.toLowerCase()}
      </Link>
    </>
  )
}
