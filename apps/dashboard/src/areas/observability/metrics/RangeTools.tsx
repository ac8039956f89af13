import { RotateCw } from 'lucide-react'

import { RangePicker } from '../../../product/time-range/RangePicker.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { Metrics } from './use-metrics.ts'

/** The range of time of a page, and reading it again. */
export function RangeTools({ metrics }: { metrics: Metrics }) {
  const { range, resources, requests, isRefreshing, refresh } = metrics
  const answer = resources.data ?? requests.data
  return (
    <>
      <RangePicker range={range} retentionDays={answer?.retention_days} />
      <Button icon={RotateCw} isPending={isRefreshing} onClick={refresh}>
        Refresh
      </Button>
    </>
  )
}
