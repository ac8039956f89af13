import type { ChangedColumn, ChangedDesign, ColumnDesign } from '@basalt/pg-model'

import type { Site } from './alter-actions.ts'
import type { DesignedTable } from './read-design.ts'

/** The context of a change of a table. */
export type Alteration = {
  current: DesignedTable
  target: ChangedDesign
  /** Constraints are added for new rows and checked after the transaction. */
  online: boolean
}

export const getSite = ({ current }: Pick<Alteration, 'current'>, field: string): Site => ({
  table: `${current.design.schema}.${current.design.name}`,
  sizeBytes: current.size_bytes,
  field,
})

type Pair = { old: ColumnDesign; column: ChangedColumn; site: Site }

/** Remaining columns, as they are and as they are to be. */
export function stayingColumns(alteration: Alteration): Pair[] {
  const byName = new Map(alteration.current.design.columns.map((old) => [old.name, old]))
  return alteration.target.columns.flatMap((column, index) => {
    const old = column.was === null ? undefined : byName.get(column.was)
    return old === undefined ? [] : [{ old, column, site: getSite(alteration, `columns.${index}`) }]
  })
}
