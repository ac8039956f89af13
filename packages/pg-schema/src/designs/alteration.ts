import type { ChangedColumn, ChangedDesign, ColumnDesign } from '@basalt/pg-model'

import type { Site } from './alter-actions.ts'
import type { DesignedTable } from './read-design.ts'

/** A change of a table on its way to statements. */
export type Alteration = {
  current: DesignedTable
  wanted: ChangedDesign
  /** Constraints are added for new rows and checked after the transaction. */
  gently: boolean
}

export const getSite = ({ current }: Pick<Alteration, 'current'>, field: string): Site => ({
  table: `${current.design.schema}.${current.design.name}`,
  sizeBytes: current.size_bytes,
  field,
})

type Pair = { old: ColumnDesign; column: ChangedColumn; site: Site }

/** Columns that stay, as they are and as they are wanted. */
export function stayingColumns(alteration: Alteration): Pair[] {
  const byName = new Map(alteration.current.design.columns.map((old) => [old.name, old]))
  return alteration.wanted.columns.flatMap((column, index) => {
    const old = column.was === null ? undefined : byName.get(column.was)
    return old === undefined ? [] : [{ old, column, site: getSite(alteration, `columns.${index}`) }]
  })
}
