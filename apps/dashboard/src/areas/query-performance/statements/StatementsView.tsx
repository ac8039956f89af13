import { queryPerformance } from '@basalt/contract/query-performance/query-performance'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMemo } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { useSearchParams } from '../../../lib/browser/use-search-text.ts'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import { RangeNotice } from '../../../product/time-range/RangeNotice.tsx'
import { RangePicker } from '../../../product/time-range/RangePicker.tsx'
import type { TimeRange } from '../../../product/time-range/time-range.ts'
import { useTimeRange } from '../../../product/time-range/use-time-range.ts'
import { useOpenObject, useTableView } from '../../../product/use-table-view.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/data-table/DataTable.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { FigureRow } from './FigureRow.tsx'
import { type Filter, listStatements, othersId, type StatementList } from './figures.ts'
import { NoStatements } from './NoStatements.tsx'
import { statementsQuery } from './queries.ts'
import { columns } from './statement-columns.tsx'
import { StatementFilters } from './StatementFilters.tsx'
import { StatementNotices } from './StatementNotices.tsx'
import { StatementPanel } from './StatementPanel.tsx'
import { isFiltered, readFilter } from './view.ts'

type Props = { projectRef: string; query: UrlQuery }

/** The statements of a range of time, with their figures. */
export function StatementsView({ projectRef, query }: Props) {
  const denied = useDenied(queryPerformance.list, 'see the statistics of statements')
  const { range, renew } = useTimeRange(query)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...statementsQuery(projectRef, range),
    placeholderData: keepPreviousData,
    enabled: denied === undefined,
  })
  const refresh = () => {
    if (!renew()) void refetch()
  }
  if (denied !== undefined) return <Notice tone="info">{denied}</Notice>
  return (
    <div className="flex min-w-0 flex-col gap-4" aria-busy={isPlaceholderData}>
      <div className="flex flex-wrap items-end gap-2">
        <RangePicker range={range} retentionDays={data?.retention_days} />
        <Button icon={RotateCw} isPending={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <RangeNotice range={range} answer={data} />
      {data !== undefined && <StatementNotices projectRef={projectRef} answer={data} />}
      <Statements
        projectRef={projectRef}
        answer={data}
        error={error}
        filter={readFilter(query)}
        range={range}
        onRetry={() => void refetch()}
      />
    </div>
  )
}

type StatementsProps = {
  projectRef: string
  answer: StatementList | undefined
  error: Error | null
  filter: Filter
  range: TimeRange
  onRetry: () => void
}

function Statements({ projectRef, answer, error, filter, range, onRetry }: StatementsProps) {
  const [openId, open] = useOpenObject('statement')
  const view = useTableView(columns)
  const change = useSearchParams()
  const { role, database, includesOwn } = filter
  const shown = useMemo(
    () =>
      answer === undefined ? undefined : listStatements(answer, { role, database, includesOwn }),
    [answer, role, database, includesOwn],
  )
  const isEmpty = shown?.rows.length === 0 && !isFiltered(filter)
  return (
    <>
      {openId !== undefined && (
        <StatementPanel
          key={openId}
          projectRef={projectRef}
          id={openId}
          listed={shown?.rows.find(({ id }) => id === openId)}
          span={range}
          onClose={() => change({ statement: undefined, plan: undefined })}
        />
      )}
      {shown !== undefined && !isEmpty && (
        <FigureRow label="All listed statements" figures={shown.total} />
      )}
      <DataTable
        label="Statements"
        noun="statement"
        columns={columns}
        rows={shown?.rows}
        getId={({ id }) => id}
        getName={({ id, query }) => (id === othersId ? 'Others' : query)}
        error={error}
        failure="The statements could not be loaded"
        onRetry={onRetry}
        searchLabel="Search statements"
        filters={<StatementFilters answer={answer} filter={filter} />}
        isFiltered={isFiltered(filter)}
        onClearFilters={() =>
          change({ search: undefined, role: undefined, database: undefined }, { isStep: true })
        }
        openId={openId}
        onOpen={({ id }) => open(id)}
        empty={<NoStatements projectRef={projectRef} answer={answer} />}
        {...view}
      />
    </>
  )
}
