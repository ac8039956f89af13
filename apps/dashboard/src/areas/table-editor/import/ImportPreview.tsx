import { plural } from '../../../lib/format/format.ts'
import type { Inspection } from './inspect.ts'

const maxColumns = 20

/** The first rows as they will be read, 20 by 20 at most. */
export function ImportPreview({ found }: { found: Inspection }) {
  const columns = found.columns.slice(0, maxColumns)
  const more = found.columns.length - columns.length
  return (
    <section aria-label="Preview" className="flex flex-col gap-1">
      <h3 className="font-medium">
        {found.rows > found.preview.length
          ? `First ${plural(found.preview.length, 'row')}`
          : plural(found.rows, 'row')}
        {more > 0 && `, ${columns.length} of ${plural(found.columns.length, 'column')}`}
      </h3>
      {/* X A scrolling region is focusable for keyboard users. */}
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Rows of the preview"
        className="overflow-x-auto rounded-control border border-line"
      >
        <table className="border-collapse font-mono text-xs">
          <thead>
            <tr className="bg-sunken text-left">
              {columns.map(({ name }) => (
                <th
                  key={name}
                  className="border-b border-line px-2 py-1 font-medium whitespace-nowrap"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.preview.map((row, at) => (
              <tr key={at} className="border-b border-line last:border-0">
                {columns.map(({ name }, position) => (
                  <td key={name} className="max-w-60 truncate px-2 py-1">
                    {row[position] ?? <span className="text-ink-faint">NULL</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
