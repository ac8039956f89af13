import type { DependentRows } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'

import { formatCount } from '../../../lib/format/format.ts'
import { SqlOfRows } from '../../../product/row-changes/SqlOfRows.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { dependentsQuery } from './dependents.ts'

type Props = {
  projectRef: string
  table: TableDetail
  keys: readonly (readonly string[])[]
}

/** Of one row, and of several. */
const actions: Readonly<Record<DependentRows['action'], readonly [string, string]>> = {
  deleted: ['is deleted too', 'are deleted too'],
  'set null': ['has its reference set to NULL', 'have their references set to NULL'],
  'set default': [
    'has its reference set to the default',
    'have their references set to the default',
  ],
  refused: ['blocks the delete', 'block the delete'],
}

/** The effects of deleting the rows on other tables, counted before. */
export function DependentsNote({ projectRef, table, keys }: Props) {
  const named = keys.map((key) => [...key])
  return (
    <>
      <Dependents
        {...{ projectRef, table, keys }}
        them={keys.length === 1 ? 'it' : 'them'}
        isSole
      />
      <SqlOfRows
        projectRef={projectRef}
        operations={named.map((key) => ({ op: 'delete', table: table.id, key }))}
      />
    </>
  )
}

type DependentsProps = Props & {
  /** The rows, in a sentence. */
  them: string
  /** The deletes are the only subject: no effects are reported too. */
  isSole?: boolean
}

export function Dependents({ them, isSole = false, keys, ...scope }: DependentsProps) {
  const { data, error } = useQuery(dependentsQuery(scope, keys))
  const isRefused = data?.some(({ action }) => action === 'refused') === true
  return (
    <>
      {data === undefined && error === null && <p>Looking for rows that reference {them}…</p>}
      {error !== null && (
        <p>
          Rows that reference {them} could not be counted. {error.message}
        </p>
      )}
      {isSole && data?.length === 0 && <p>No rows in other tables reference {them}.</p>}
      {data !== undefined && data.length > 0 && (
        <Notice tone={isRefused ? 'bad' : 'warn'} title={`Rows in other tables reference ${them}`}>
          <ul className="flex flex-col gap-1">
            {data.map((dependent) => (
              <li key={getName(dependent)}>{describeAs(dependent)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

const getName = ({ schema, table, constraint }: DependentRows) =>
  [schema, table, constraint].join(' ')

function describeAs({ schema, table, columns, action, rows, has_more: hasMore }: DependentRows) {
  const isOne = rows === 1 && !hasMore
  const count = `${hasMore ? 'More than ' : ''}${formatCount(rows)} ${isOne ? 'row' : 'rows'}`
  return `${count} of ${schema}.${table} (${columns.join(', ')}) ${actions[action][isOne ? 0 : 1]}`
}
