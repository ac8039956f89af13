import { clsx } from 'clsx'

import type { MarkedSample } from './held-samples.ts'

const looks = { Before: 'bg-bad-wash', After: 'bg-good-wash' } as const

type Props = {
  label: keyof typeof looks
  /** Of the table, with its schema. */
  name: string
  sample: MarkedSample
}

/** Some rows of a table before or after the run; differences are marked. */
export function HeldSample({ label, name, sample }: Props) {
  const isChanged = (column: number) => sample.changed.some((row) => row[column] === true)
  return (
    <figure className="min-w-0 overflow-hidden rounded-card border border-line">
      <figcaption className="border-b border-line px-2 py-1 text-xs text-ink-soft">
        {label}
      </figcaption>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        tabIndex={0}
        aria-label={`Rows ${label.toLowerCase()} in ${name}`}
        className="overflow-x-auto"
      >
        <table className="w-full font-mono text-xs">
          <thead>
            <tr>
              {sample.columns.map((column, at) => (
                <th
                  key={column}
                  scope="col"
                  className="px-2 py-1 text-left font-medium whitespace-nowrap"
                >
                  {column}
                  {isChanged(at) && <span className="sr-only">, changed</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.rows.map((row, at) => (
              <tr key={at} className="border-t border-line">
                {row.map((value, column) => (
                  <td
                    key={column}
                    className={clsx(
                      'max-w-60 truncate px-2 py-1',
                      sample.changed[at]?.[column] === true && ['font-medium', looks[label]],
                    )}
                  >
                    {value ?? <span className="text-ink-faint">NULL</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  )
}
