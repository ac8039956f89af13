import { databaseMigrations, type RecordedMigration } from '@basalt/contract/database/migrations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { plural } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'

type Props = { projectRef: string }

const migrationsQuery = (ref: string) => query(databaseMigrations.list, { params: { ref } })

/** Applied migrations of the database, as they were recorded. */
export function MigrationsPage({ projectRef }: Props) {
  useDocumentTitle('Migrations', 'Database')
  return (
    <PageBody>
      <PageHeader
        title="Migrations"
        description="Migrations recorded in this database, newest first. Record a query with “Save as migration” in the SQL editor."
        actions={
          <Link href={paths.lastSql(projectRef)} className={buttonClass()}>
            Open the SQL editor
          </Link>
        }
      />
      <Panel failure="The migrations could not be loaded" resetKey={projectRef}>
        <MigrationList projectRef={projectRef} />
      </Panel>
    </PageBody>
  )
}

function MigrationList({ projectRef }: Props) {
  const { data } = useSuspenseQuery(migrationsQuery(projectRef))
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<RecordedMigration>()
  const target = search.trim().toLowerCase()
  const found = data.filter(({ version, name, statements }) =>
    [version, name ?? '', ...statements].some((text) => text.toLowerCase().includes(target)),
  )
  if (data.length === 0) {
    return (
      <EmptyState icon={History} title="No migrations yet">
        Write the statements in the SQL editor, run them, and choose “Save as migration” in the menu
        of the query.
      </EmptyState>
    )
  }
  return (
    <>
      <SearchInput
        label="Search migrations"
        className="max-w-80"
        value={search}
        onChange={setSearch}
      />
      <div className="overflow-x-auto rounded-card border border-line">
        <table className="w-full text-left">
          <thead className="bg-surface text-xs text-ink-soft">
            <tr>
              <th className="px-4 py-2 font-medium">Version</th>
              <th className="px-4 py-2 font-medium max-tablet:hidden">Name</th>
              <th className="px-4 py-2 font-medium">Statements</th>
            </tr>
          </thead>
          <tbody>
            {found.map((migration) => (
              <tr key={migration.version} className="border-t border-line">
                <td className="px-4 py-2">
                  <span className="font-mono tabular">{migration.version}</span>
                  <span className="block break-all tablet:hidden">
                    {migration.name ?? 'Unnamed'}
                  </span>
                </td>
                <td className="px-4 py-2 max-tablet:hidden">{migration.name ?? 'Unnamed'}</td>
                <td className="px-4 py-2">
                  <Button size="small" onClick={() => setShown(migration)}>
                    {plural(migration.statements.length, 'statement')}
                    <span className="sr-only"> of {migration.version}</span>
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length === 0 && <p className="text-ink-soft">{`No migration matches “${search}”`}</p>}
      {shown !== undefined && (
        <StatementsPanel migration={shown} onClose={() => setShown(undefined)} />
      )}
    </>
  )
}

type PanelProps = { migration: RecordedMigration; onClose: () => void }

function StatementsPanel({ migration, onClose }: PanelProps) {
  const text = migration.statements.map((statement) => `${statement};`).join('\n\n')
  return (
    <Dialog
      isOpen
      kind="panel"
      width="medium"
      title={migration.name ?? migration.version}
      description={migration.version}
      onClose={onClose}
      footer={<CopyButton text={text} label="Copy statements" />}
    >
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        tabIndex={0}
        aria-label="Statements"
        className="overflow-x-auto rounded-control border border-line bg-canvas p-3 font-mono text-xs leading-5"
      >
        {text === '' ? 'No statements recorded.' : text}
      </pre>
    </Dialog>
  )
}
