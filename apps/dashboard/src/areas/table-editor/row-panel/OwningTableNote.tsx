import type { TableDetail } from '@basalt/contract/database/tables'
import { useQuery } from '@tanstack/react-query'

import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { tablesByIdQuery } from '../tables/queries.ts'
import type { ShownRow } from './use-row-param.ts'

type Props = { projectRef: string; table: TableDetail; shown: ShownRow }

/** Of a row in a child table: the table that stores it. */
export function OwningTableNote({ projectRef, table, shown }: Props) {
  const at = table.key.indexOf('tableoid')
  const id = Number(shown.mode === 'insert' || at < 0 ? table.id : shown.key[at])
  const isOther = id !== table.id
  const { data } = useQuery({ ...tablesByIdQuery(projectRef, [id]), enabled: isOther })
  const [owningTable] = data?.tables ?? []
  if (!isOther || owningTable === undefined) return null
  const name = `${owningTable.schema}.${owningTable.name}`
  return (
    <p className="flex-none border-b border-line px-4 py-2 text-ink-soft">
      {shown.mode === 'copy' ? `The copy is stored in ${table.name}, not in ` : 'Stored in '}
      <Link className="text-ink underline" href={paths.table(projectRef, id)}>
        {name}
      </Link>
      {shown.mode === 'edit' && `, which inherits from ${table.name}`}
    </p>
  )
}
