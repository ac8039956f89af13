import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import type { SentTo } from '@basalt/contract/route'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { formatCount } from '../../../lib/format/format.ts'
import { query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'

type Props = {
  projectRef: string
  tableId: number
  rule: SentTo<typeof routes.violations>['body']
  /** The missing part of the rule. */
  missing?: string | undefined
  /** PostgreSQL refused the rule: violating rows are loaded automatically. */
  isRefused: boolean
  /** The text after the number of rows. */
  title: (count: number) => string
  text: string
  action?: ReactNode
}

/** The rows that a rule would refuse: how many they are, and the first of them. */
export function InvalidRows({ projectRef, tableId, rule, isRefused, ...props }: Props) {
  const denied = useDenied(routes.violations, 'read rows')
  const [requested, setRequested] = useState<string>()
  const isRequested = isRefused || requested === JSON.stringify(rule)
  const { data, error, isFetching, refetch } = useQuery({
    ...query(routes.violations, { params: { ref: projectRef, id: tableId }, body: rule }),
    // The result belongs to this rule only.
    enabled: props.missing === undefined && denied === undefined && isRequested,
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
        disabledReason={denied ?? props.missing}
        onClick={() => {
          setRequested(JSON.stringify(rule))
          if (data !== undefined) void refetch()
        }}
      >
        {data === undefined ? 'Find invalid rows' : 'Check again'}
      </Button>
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {data?.count === 0 && <Notice tone="good">All rows are valid.</Notice>}
      {data !== undefined && data.count > 0 && (
        <Notice
          tone="warn"
          title={`${data.has_more ? 'More than ' : ''}${formatCount(data.count)} ${props.title(data.count)}`}
          action={props.action}
        >
          <p>{props.text}</p>
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
      aria-label="Invalid rows"
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
