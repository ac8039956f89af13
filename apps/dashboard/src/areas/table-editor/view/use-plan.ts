import { databaseTables } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { query } from '../../../lib/network/api.ts'
import { viewQuery } from '../tables/queries.ts'

/** PostgreSQL's plan of a view. */
export const planQuery = ({ ref, id }: { ref: string; id: number }, view: RowView) =>
  query(databaseTables.plan, { params: { ref, id }, query: viewQuery(view) })

/** PostgreSQL's plan of a view; undefined until it is loaded or when it is not requested. */
export function usePlan(table: { ref: string; id: number }, view: RowView, isRequested = true) {
  const { data } = useQuery({ ...planQuery(table, view), enabled: isRequested, retry: false })
  return data
}

const settleMs = 300

/**
 * Whether PostgreSQL accepts a view in the form. It is checked after a debounce, or at once for a
 * user who applies it; pending checks of older ones are aborted. An empty one is always valid.
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
  // An empty view is not checked, so the result is about an older one.
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
