import { databaseTableChanges as routes } from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import { query } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { DraftKey } from './table-draft.ts'

type Props = {
  projectRef: string
  tableId: number
  draftKey: DraftKey
  /** PostgreSQL refused the key: the rows are looked for unasked. */
  isRefused: boolean
  /** The rows stay as they are; the key is for new ones. */
  onLetBe: () => void
}

/** The rows that the key would refuse, asked for before it is added. */
export function Violations({ projectRef, tableId, draftKey, isRefused, onLetBe }: Props) {
  const denied = useDenied(routes.violations, 'read rows')
  const { columns, references, is_valid: isForAll } = draftKey
  const body = { columns, references }
  const [asked, setAsked] = useState<string>()
  const isWhole =
    references.table !== '' && [...columns, ...references.columns].every((name) => name !== '')
  const { data, error, isFetching, refetch } = useQuery({
    ...query(routes.violations, { params: { ref: projectRef, id: tableId }, body }),
    // What was found is about these columns only.
    enabled: isWhole && denied === undefined && (isRefused || asked === JSON.stringify(body)),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="small"
        className="self-start"
        isPending={isFetching}
        disabledReason={denied ?? (isWhole ? undefined : 'Choose the columns first')}
        onClick={() => {
          setAsked(JSON.stringify(body))
          if (data !== undefined) void refetch()
        }}
      >
        {data === undefined ? 'Look for rows that do not fit' : 'Look again'}
      </Button>
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {data?.count === 0 && <Notice tone="good">Every row fits.</Notice>}
      {data !== undefined && data.count > 0 && (
        <Notice
          tone="warn"
          title={`${data.has_more ? 'More than ' : ''}${formatCount(data.count)} ${data.count === 1 ? 'row refers' : 'rows refer'} to nothing`}
          action={
            isForAll && (
              <Button size="small" onClick={onLetBe}>
                Let them be
              </Button>
            )
          }
        >
          <p>
            {isForAll
              ? 'Correct them first, or let them be: then the key holds for new rows only.'
              : 'They stay as they are: the key holds for new rows only.'}
          </p>
          <RowTable columns={data.columns} rows={data.rows} />
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
              <th key={name} scope="col" className="py-0.5 pr-4 text-left font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column} className="max-w-60 truncate py-0.5 pr-4">
                  {value ?? <span className="italic">NULL</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
