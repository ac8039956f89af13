import { type Integration, integrations } from '@basalt/contract/integrations/integrations'
import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'
import { entries, type Entry } from './entries.ts'
import { integrationsQuery } from './queries.ts'

type Listed = { entry: Entry; state: Integration }

/** Services whose SQL interface lies in the project's database; installed ones first. */
export function IntegrationsPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Integrations')
  const denied = useDenied(integrations.list, 'see the integrations of this project')
  const { data, error, refetch } = useQuery({
    ...integrationsQuery(projectRef),
    enabled: denied === undefined,
  })
  return (
    <PageBody>
      <PageHeader
        title="Integrations"
        description="Services that work with the database of this project. Each one adds a schema with the functions that SQL uses."
      />
      {denied !== undefined && <Notice tone="info">{denied}</Notice>}
      {denied === undefined && data === undefined && error === null && <SkeletonRows />}
      {error !== null && data === undefined && (
        <ErrorPanel
          title="The integrations could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && (
        <>
          <Groups {...{ projectRef }} listed={listEntries(data)} />
          <ForeignData projectRef={projectRef} />
        </>
      )}
    </PageBody>
  )
}

const listEntries = (states: readonly Integration[]): Listed[] =>
  entries.flatMap((entry) => {
    const state = states.find(({ id }) => id === entry.id)
    return state === undefined ? [] : [{ entry, state }]
  })

function Groups({ projectRef, listed }: { projectRef: string; listed: readonly Listed[] }) {
  const installed = listed.filter(({ state }) => state.is_installed)
  const others = listed.filter(({ state }) => !state.is_installed)
  const categories = [...new Set(others.map(({ entry }) => entry.category))]
  return (
    <>
      {installed.length > 0 && <Group {...{ projectRef }} title="Installed" listed={installed} />}
      {categories.map((category) => (
        <Group
          key={category}
          {...{ projectRef }}
          title={category}
          listed={others.filter(({ entry }) => entry.category === category)}
        />
      ))}
    </>
  )
}

/** Wrappers have no schema of their own. */
function ForeignData({ projectRef }: { projectRef: string }) {
  return (
    <section aria-label="Foreign data" className="flex flex-col gap-3">
      <h2 className="font-semibold">Foreign data</h2>
      <ul className="grid gap-3 tablet:grid-cols-2">
        <li className="flex gap-3 rounded-card border border-line bg-surface p-4 hover:border-line-strong">
          <Database className="mt-0.5 size-5! flex-none text-ink-soft" />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <Link className="font-medium hover:underline" href={paths.wrappers(projectRef)}>
              Wrappers
            </Link>
            <p className="text-pretty text-ink-soft">
              Tables of other PostgreSQL servers, queried like tables of this one.
            </p>
          </div>
        </li>
      </ul>
    </section>
  )
}

type GroupProps = { projectRef: string; title: string; listed: readonly Listed[] }

function Group({ projectRef, title, listed }: GroupProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="font-semibold">{title}</h2>
      <ul className="grid gap-3 tablet:grid-cols-2">
        {listed.map(({ entry, state }) => (
          <li
            key={entry.id}
            className="flex gap-3 rounded-card border border-line bg-surface p-4 hover:border-line-strong"
          >
            <entry.icon className="mt-0.5 size-5! flex-none text-ink-soft" />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Link
                  className="font-medium hover:underline"
                  href={paths.integration(projectRef, entry.id)}
                >
                  {entry.name}
                </Link>
                {state.is_installed && <Status tone="good">Installed</Status>}
              </div>
              <p className="text-pretty text-ink-soft">{entry.description}</p>
              {state.is_installed && (
                <Link
                  className="self-start text-accent hover:underline"
                  href={entry.href(projectRef)}
                >
                  Open {entry.name.toLowerCase()}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
