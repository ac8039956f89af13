import { assistantLimits, type AssistantQueryResult } from '@basalt/contract/project/assistant'

import { plural } from '../../lib/format/format.ts'

/** The result of an assistant's query: its first rows, or the reason why there are none. */
export function QueryResult({ result }: { result: AssistantQueryResult }) {
  const { outcome, error, columns, rows } = result
  if (outcome === 'declined') return <p className="text-xs text-ink-soft">Not run.</p>
  if (outcome === 'failed')
    return <p className="text-xs break-words whitespace-pre-wrap text-bad">{error}</p>
  if (columns.length === 0) return <p className="text-xs text-ink-soft">Done. No rows returned.</p>
  return (
    <div className="flex flex-col gap-1">
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        tabIndex={0}
        className="assistant-rows overflow-auto rounded-card border border-line"
      >
        <table aria-label="Rows" className="w-full text-xs">
          <thead>
            <tr>
              {columns.map((name, at) => (
                <th key={at} scope="col" className="border-b border-line px-2 py-1 text-left">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono">
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((value, column) => (
                  <td key={column} className="truncate px-2 py-0.5 whitespace-nowrap">
                    {value ?? <span className="text-ink-faint">NULL</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-xs text-ink-soft">{getCount(result)}</p>
    </div>
  )
}

function getCount({ rows, row_count: count }: AssistantQueryResult): string {
  const all = count ?? rows.length
  if (all > rows.length) return `The first ${rows.length} of ${plural(all, 'row')}`
  // No more are read: as many as that may be the first of very many.
  return rows.length === assistantLimits.rows
    ? `The first ${plural(all, 'row')}`
    : plural(all, 'row')
}
