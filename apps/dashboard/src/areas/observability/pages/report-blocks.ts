import type { ReportBlock, ReportMetric } from '@basalt/contract/observability/reports'

import { formatCount } from '../../../lib/format/format.ts'
import { usageCharts } from '../../../product/resource-usage/usage-charts.ts'
import { requestCharts } from '../metrics/request-charts.ts'

/** Title of each chart that a block may show. */
export const metricTitles = Object.fromEntries(
  [...requestCharts, ...usageCharts].map(({ id, title }) => [id, title]),
) as Record<ReportMetric, string>

export const sourceNames: Readonly<Record<string, string>> = {
  edge_logs: 'API gateway',
  postgres_logs: 'PostgreSQL',
}

/** The heading of a block, and its name for screen readers. */
export function getBlockTitle(block: ReportBlock, queryTitle?: string): string {
  if (block.kind === 'metric') return metricTitles[block.metric]
  if (block.kind === 'text') return 'Text'
  if (block.kind === 'query') return queryTitle ?? 'Pinned result'
  return `Top values of ${block.field} in ${sourceNames[block.source] ?? block.source}`
}

/** The same blocks with one of them at another place, as far as there is one. */
export function moveBlock(
  blocks: readonly ReportBlock[],
  id: string,
  to: number,
): readonly ReportBlock[] {
  const from = blocks.findIndex((block) => block.id === id)
  const [moved] = blocks.slice(from, from + 1)
  if (from === -1 || moved === undefined) return blocks
  const rest = blocks.filter((block) => block !== moved)
  const place = Math.max(0, Math.min(rest.length, to))
  return [...rest.slice(0, place), moved, ...rest.slice(place)]
}

/** The same blocks with one of them replaced, or with a new one at the end. */
export const saveBlock = (
  blocks: readonly ReportBlock[],
  block: ReportBlock,
): readonly ReportBlock[] =>
  blocks.some(({ id }) => id === block.id)
    ? blocks.map((one) => (one.id === block.id ? block : one))
    : [...blocks, block]

export const describePlace = (title: string, place: number, count: number): string =>
  `${title}: position ${formatCount(place + 1)} of ${formatCount(count)}`
