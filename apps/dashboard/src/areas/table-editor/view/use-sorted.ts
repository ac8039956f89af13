import type { RowView } from '@basalt/pg-model'
import { useMemo } from 'react'

/** The order of the rows for the headers, by name of column. */
export const useSorted = ({ sort }: RowView) =>
  useMemo(
    () =>
      new Map(
        sort?.map(({ column, descending = false }) => [
          column,
          descending ? ('descending' as const) : ('ascending' as const),
        ]),
      ),
    [sort],
  )
