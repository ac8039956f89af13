import { databaseTableChanges as routes } from '@basalt/contract'
import { useMutation } from '@tanstack/react-query'

import { useDenied } from '../../../lib/access.tsx'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { DraftKey } from './table-draft.ts'

type Props = { projectRef: string; tableId: number; draftKey: DraftKey }

/** The rows that the key would refuse, asked for before it is added. */
export function Violations({ projectRef, tableId, draftKey }: Props) {
  const denied = useDenied(routes.violations, 'read rows')
  const { columns, references } = draftKey
  const check = useMutation({
    mutationFn: () =>
      call(routes.violations, {
        params: { ref: projectRef, id: tableId },
        body: { columns, references },
      }),
  })
  const isWhole =
    references.table !== '' && [...columns, ...references.columns].every((name) => name !== '')
  const found = check.data
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="small"
        className="self-start"
        isPending={check.isPending}
        disabledReason={denied ?? (isWhole ? undefined : 'Choose the columns first')}
        onClick={() => check.mutate()}
      >
        Look for rows that do not fit
      </Button>
      {check.error !== null && <Notice tone="bad">{check.error.message}</Notice>}
      {found?.count === 0 && <Notice tone="good">Every row fits.</Notice>}
      {found !== undefined && found.count > 0 && (
        <Notice
          tone="warn"
          title={`${found.has_more ? 'More than ' : ''}${formatCount(found.count)} ${found.count === 1 ? 'row refers' : 'rows refer'} to nothing`}
        >
          <RowTable columns={found.columns} rows={found.rows} />
        </Notice>
      )}
    </div>
  )
}

type RowsProps = { columns: readonly string[]; rows: readonly (readonly (string | null)[])[] }

function RowTable({ columns, rows }: RowsProps) {
  return (
    <section
      aria-label="Rows that do not fit"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      className="mt-2 max-h-60 overflow-auto"
    >
      <table className="font-mono text-xs">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-2 py-0.5 text-left font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column} className="max-w-60 truncate px-2 py-0.5">
                  {value ?? 'NULL'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
