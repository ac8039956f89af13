import { databaseTables } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { query } from '../../../lib/network/api.ts'
import { viewQuery } from '../tables/queries.ts'

/** What PostgreSQL expects of a view. */
export const planQuery = ({ ref, id }: { ref: string; id: number }, view: RowView) =>
  query(databaseTables.plan, { params: { ref, id }, query: viewQuery(view) })

/** What PostgreSQL expects of a view; undefined until it is known or where nobody asks. */
export function usePlan(table: { ref: string; id: number }, view: RowView, isRequested = true) {
  const { data } = useQuery({ ...planQuery(table, view), enabled: isRequested, retry: false })
  return data
}

const settleMs = 300

/**
 * Whether PostgreSQL takes a view that is being written. It is asked once nothing has
 * changed for a moment, or at once for somebody who waits for it; what was asked about an
 * older one is given up. An empty one is always taken.
 */
export function useCheckedView(
  table: { ref: string; id: number },
  view: RowView,
  isAwaited: boolean,
) {
  const text = JSON.stringify(view)
  const [settled, setSettled] = useState({ text, view })
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled({ text, view: JSON.parse(text) as RowView }),
      isAwaited ? 0 : settleMs,
    )
    return () => clearTimeout(timer)
  }, [text, isAwaited])
  const isSettled = settled.text === text
  const { data, isFetching } = useQuery({
    ...planQuery(table, settled.view),
    enabled: !isEmpty(settled.view),
    retry: false,
    placeholderData: (previous) => previous,
  })
  // Nothing is asked about an empty view, so what is held is about an older one.
  if (isEmpty(view) || isEmpty(settled.view)) {
    return { refusal: undefined, isChecked: isEmpty(view), costsLittle: false }
  }
  return {
    /** Of the view as it was a moment ago, so that it does not flicker while one types. */
    refusal: data?.refusal ?? undefined,
    isChecked: isSettled && !isFetching,
    /** By its planner; of the same view as the refusal. */
    costsLittle: data?.scan === null,
  }
}

const isEmpty = (view: RowView): boolean => Object.keys(view).length === 0
