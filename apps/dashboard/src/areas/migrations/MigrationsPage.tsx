import { databaseMigrations, type RecordedMigration } from '@basalt/contract/database/migrations'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { formatCount } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

type Props = { projectRef: string }

const columns: Column<RecordedMigration>[] = [
  {
    id: 'version',
    header: 'Version',
    width: 'minmax(0, 1fr)',
    cell: ({ version }) => <span className="font-mono tabular">{version}</span>,
    sortValue: ({ version }) => version,
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 2fr)',
    hasLabel: false,
    cell: ({ name }) => name ?? 'Unnamed',
    sortValue: ({ name }) => name,
  },
  {
    id: 'statements',
    header: 'Statements',
    width: '130px',
    align: 'end',
    cell: ({ statements }) => formatCount(statements.length),
    sortValue: ({ statements }) => statements.length,
    searchText: ({ statements }) => statements.join('\n'),
    firstDirection: 'descending',
    orderNames: { ascending: 'Fewest statements first', descending: 'Most statements first' },
  },
]

/** The recorded changes of the database, step by step. */
export function MigrationsPage({ projectRef }: Props) {
  const { data, error, refetch } = useQuery(
    query(databaseMigrations.list, { params: { ref: projectRef } }),
  )
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('version')
  useDocumentTitle('Migrations', 'Database')
  return (
    <ListPage
      title="Migrations"
      description="Changes of the database pages, migrations of command-line tools, and queries that were saved with “Save as migration” in the SQL editor."
      actions={
        <Link href={paths.lastSql(projectRef)} className={buttonClass()}>
          Open the SQL editor
        </Link>
      }
      label="Migrations"
      noun="migration"
      columns={columns}
      rows={data}
      getId={({ version }) => version}
      error={error}
      failure="The migrations could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search migrations"
      empty={
        <EmptyState icon={History} title="No migrations yet">
          Write the statements in the SQL editor, run them, and choose “Save as migration” in the
          menu of the query.
        </EmptyState>
      }
      openId={openId}
      onOpen={({ version }) => open(version)}
      onClose={() => open(undefined)}
      renderOpen={(migration) => (
        <StatementsPanel migration={migration} onClose={() => open(undefined)} />
      )}
      {...view}
    />
  )
}

type PanelProps = { migration: RecordedMigration; onClose: () => void }

const toScript = (statements: readonly string[]) =>
  statements.map((statement) => `${statement};`).join('\n\n')

function StatementsPanel({ migration, onClose }: PanelProps) {
  const text = toScript(migration.statements)
  const reverse = migration.rollback === null ? null : toScript(migration.rollback)
  return (
    <Dialog
      isOpen
      kind="panel"
      width="medium"
      title={migration.name ?? migration.version}
      description={migration.version}
      onClose={onClose}
      footer={
        <>
          {reverse !== null && <CopyButton text={reverse} label="Copy reverse script" />}
          <CopyButton text={text} label="Copy statements" />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Script label="Statements" text={text === '' ? 'No statements recorded.' : text} />
        {reverse !== null && (
          <section className="flex flex-col gap-1">
            <h3 className="font-semibold">Reverse script</h3>
            <p className="text-ink-soft">Run it in the SQL editor to undo this migration.</p>
            <Script label="Reverse script" text={reverse} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

function Script({ label, text }: { label: string; text: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-control border border-line bg-canvas p-3 font-mono text-xs leading-5"
    >
      {text}
    </pre>
  )
}
