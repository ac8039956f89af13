import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { rowCountsQuery } from '../../../product/row-counts.ts'
import { opening } from '../tables/table-kinds.ts'
import type { TreeRow } from './tree-rows.ts'

/** The rows of the open table come first, and nothing is counted during scrolling. */
const restMs = 250

/** Row counts of visible small tables, by id; nothing waits for them. */
export function useTreeCounts(ref: string, seen: readonly TreeRow[]): ReadonlyMap<number, number> {
  // An open table shows its badge instead of its rows.
  const tables = seen.map(({ table }) => table).filter((table) => opening(table) === undefined)
  const inView = tables.map(({ id }) => id).join(' ')
  const [atRest, setAtRest] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(inView), restMs)
    return () => clearTimeout(timer)
  }, [inView])
  const counting = rowCountsQuery(ref, tables)
  const { data = [] } = useQuery({
    ...counting,
    enabled: counting.enabled && atRest === inView,
    placeholderData: keepPreviousData,
  })
  return new Map(data.map(({ id, rows }) => [id, rows]))
}
