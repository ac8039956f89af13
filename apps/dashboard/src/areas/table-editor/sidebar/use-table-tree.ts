import { behindTable, type TableSummary } from '@basalt/contract/database/tables'
import type { TableSort } from '@basalt/pg-model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { profileQuery } from '../../../lib/session/account.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { partitionsQuery, tableListQuery, tablesByIdQuery } from '../tables/queries.ts'
import { treeRows } from './tree-rows.ts'
import { useEachQuery } from './use-each-query.ts'

export type Listing = {
  schema: string
  search: string
  kinds: readonly TableSummary['kind'][]
  sort: TableSort
}

/** The loaded tables of a list, with their children. */
export function useTableTree(ref: string, listing: Listing) {
  const { schema, search, kinds, sort } = listing
  const pageBehind = (after: string | undefined) =>
    tableListQuery(ref, schema, { search, kinds, sort, after })
  const [afters, setAfters] = useState<readonly (string | undefined)[]>([undefined])
  const [expanded, setExpanded] = useState<readonly number[]>([])
  const pages = useEachQuery(afters.map(pageBehind))
  const partitions = useEachQuery(expanded.map((id) => partitionsQuery(ref, id)))
  const favourites = useFavourites(ref)
  const tables = pages.flatMap(({ data }) => data?.tables ?? [])
  const last = pages.at(-1)
  const hasMore = last?.data?.has_more === true
  const isPlain = search === '' && kinds.length === 0
  const rows = treeRows({
    favourites: isPlain ? favourites.tables : [],
    tables,
    partitions: new Map(expanded.map((id, at) => [id, partitions[at]?.data?.tables])),
  })

  return {
    rows,
    favourites,
    isPending: last?.isPending === true,
    isEmpty: last?.isSuccess === true && rows.length === 0,
    failed: [...pages, ...partitions].find(({ error }) => error !== null),
    hasMore,
    /** Reads the next page, once the one before it is there. */
    readOn: () => {
      const behind = tables.at(-1)
      if (hasMore && behind !== undefined) setAfters([...afters, behindTable(behind)])
    },
    expand: (id: number, isExpanded: boolean) =>
      setExpanded([...expanded.filter((other) => other !== id), ...(isExpanded ? [id] : [])]),
  }
}

/** The pinned tables of the signed-in user. */
function useFavourites(ref: string) {
  const { data: profile } = useQuery(profileQuery())
  const [ids, setIds] = useSetting(storage.favouriteTables(profile?.id ?? '', ref))
  const { data } = useQuery({
    ...tablesByIdQuery(ref, ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const tables = ids.flatMap((id) => data?.tables.find((table) => table.id === id) ?? [])
  return {
    tables,
    has: (id: number) => ids.includes(id),
    toggle: (id: number) =>
      setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
  }
}
