import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'

import { formatCount } from '../../../lib/format/format.ts'
import { usePlan } from './use-plan.ts'

type Props = {
  projectRef: string
  table: TableDetail
  view: RowView
  /** Number of loaded rows: there are more. */
  known: number
}

/** PostgreSQL's estimate of a filter's rows. */
export function FilteredEstimate({ projectRef, table, view, known }: Props) {
  const plan = usePlan({ ref: projectRef, id: table.id }, view)
  const estimate = plan?.estimated_rows ?? 0
  return estimate > known
    ? `~${formatCount(Math.round(estimate))} rows`
    : `More than ${formatCount(known)} rows`
}
