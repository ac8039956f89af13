import type { RoleGains as Gains } from '@basalt/pg-model'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'

import { formatCount } from '../../../../lib/format/format.ts'

type Props = { role: Gains; columns: readonly string[] }

/** One role: the rows that it gains and loses by operation, with examples on demand. */
export function RoleGains({ role: { role, note, error, operations }, columns }: Props) {
  const changed = operations.filter(({ gained, lost }) => gained + lost > 0)
  return (
    <li aria-label={role} className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 px-3 py-2">
      <code className="min-w-28 flex-none font-mono text-xs leading-6">{role}</code>
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        {error !== null && <p className="leading-6 text-bad">{error}</p>}
        {error === null && changed.length === 0 && (
          <p className="leading-6 text-ink-soft">{note ?? 'No row changes'}</p>
        )}
        {changed.map((one) => (
          <Operation key={one.operation} gains={one} columns={columns} />
        ))}
      </div>
    </li>
  )
}

type OperationProps = { gains: Gains['operations'][number]; columns: readonly string[] }

function Operation({ gains, columns }: OperationProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { operation, gained, lost, gained_examples, lost_examples } = gains
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex items-center gap-2 self-start rounded-control leading-6 hover:text-ink"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight className={clsx('transition-transform', isOpen && 'rotate-90')} />
        <span className="w-16 text-left font-mono text-xs">{operation.toUpperCase()}</span>
        {gained > 0 && <span className="text-good">{formatCount(gained)} gained</span>}
        {lost > 0 && <span className="text-bad">{formatCount(lost)} lost</span>}
      </button>
      {isOpen && (
        <>
          <Examples title="Gained" rows={gained_examples} total={gained} columns={columns} />
          <Examples title="Lost" rows={lost_examples} total={lost} columns={columns} />
        </>
      )}
    </div>
  )
}

type ExamplesProps = {
  title: string
  rows: readonly (string | null)[][]
  total: number
  columns: readonly string[]
}

function Examples({ title, rows, total, columns }: ExamplesProps) {
  if (rows.length === 0) return null
  const part = rows.length < total ? ` (${rows.length} of ${formatCount(total)})` : ''
  return (
    <div className="overflow-x-auto rounded-control border border-line">
      <table className="w-full text-left text-xs">
        <caption className="px-2 py-1 text-left text-ink-faint">{`${title}${part}`}</caption>
        <thead>
          <tr className="border-y border-line text-ink-faint">
            {columns.map((name) => (
              <th key={name} scope="col" className="px-2 py-1 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values, at) => (
            <tr key={at}>
              {values.map((value, index) => (
                <td key={index} className="max-w-40 truncate px-2 py-1 font-mono">
                  {value ?? <span className="text-ink-faint">NULL</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
