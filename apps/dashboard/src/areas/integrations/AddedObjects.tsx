import { countedRows, type IntegrationDetails } from '@basalt/contract/integrations/integrations'

import { formatCount, plural } from '../../lib/format/format.ts'

/** The server stops counting beyond a number. */
export const shownRows = (rows: number): string =>
  rows > countedRows ? `more than ${formatCount(countedRows)} rows` : plural(rows, 'row')

/** The objects that an integration adds to the database, or will add. */
export function AddedObjects({ details }: { details: IntegrationDetails }) {
  const { integration, schemas, tables, functions } = details
  return (
    <section aria-label="In the database" className="flex flex-col gap-3">
      <h2 className="font-semibold">In the database</h2>
      {integration.is_installed ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-card border border-line bg-surface p-4">
          <dt className="text-ink-soft">Extension</dt>
          <dd>
            {integration.version === null
              ? 'None: its objects were created by a script'
              : `${integration.extension} ${integration.version}`}
          </dd>
          <dt className="text-ink-soft">Schemas</dt>
          <dd className="font-mono">{schemas.join(', ')}</dd>
          <dt className="text-ink-soft">Functions</dt>
          <dd>{formatCount(functions)}</dd>
          <dt className="text-ink-soft">Tables</dt>
          <dd>
            <ul>
              {tables.map(({ name, rows }) => (
                <li key={name} className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-mono break-all">{name}</span>
                  <span className="tabular text-ink-soft">{shownRows(rows)}</span>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
      ) : (
        <p className="text-ink-soft">
          Nothing yet. The installation creates the extension {integration.extension} with its
          schema, tables and functions.
        </p>
      )}
    </section>
  )
}
