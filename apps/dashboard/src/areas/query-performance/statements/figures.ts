import {
  figureNames,
  type queryPerformance,
  type StatementFigures,
} from '@basalt/contract/query-performance/query-performance'
import type { OutputOf } from '@basalt/contract/route'

export type StatementList = OutputOf<typeof queryPerformance.list>
export type Figures = StatementList['total']

/** The id of the row of the statements that have no row of their own. */
export const othersId = 'others'

export type ShownStatement = Figures &
  Pick<StatementFigures, 'id' | 'role' | 'database' | 'query' | 'is_own'> & {
    /** Null for the others. */
    p95_ms: number | null
    /** Of the time of all shown statements, from 0 to 1. */
    share: number
  }

const combine = (one: Figures, other: Figures, sign: 1 | -1): Figures =>
  // Sums of decimal fractions differ a little.
  Object.fromEntries(
    figureNames.map((name) => [name, Math.max(0, one[name] + sign * other[name])]),
  ) as Figures

const sum = (list: readonly Figures[]): Figures =>
  list.reduce((total, one) => combine(total, one, 1), none)

const none: Figures = {
  calls: 0,
  total_ms: 0,
  rows: 0,
  blocks_hit: 0,
  blocks_read: 0,
  temp_blocks: 0,
  wal_bytes: 0,
}

export type Filter = {
  role: string | undefined
  database: string | undefined
  includesOwn: boolean
}

/**
 * The statements that a filter keeps, and what they add up to. The others are statements of any
 * role and database, so they are shown without a filter by these only.
 */
export function listStatements(
  { statements, total }: Pick<StatementList, 'statements' | 'total'>,
  { role, database, includesOwn }: Filter,
): { rows: ShownStatement[]; total: Figures } {
  const kept = statements.filter(
    (one) =>
      (includesOwn || !one.is_own) &&
      (role === undefined || one.role === role) &&
      (database === undefined || one.database === database),
  )
  const others = combine(total, sum(statements), -1)
  const hasOthers = role === undefined && database === undefined && Math.round(others.calls) > 0
  const shown = hasOthers ? combine(sum(kept), others, 1) : sum(kept)
  const share = ({ total_ms: ms }: Figures) => (shown.total_ms === 0 ? 0 : ms / shown.total_ms)
  const rows: ShownStatement[] = kept.map((one) => ({ ...one, share: share(one) }))
  if (hasOthers) rows.push({ ...noText, ...others, share: share(others) })
  return { rows, total: shown }
}

const noText = {
  id: othersId,
  query: '',
  role: '',
  database: '',
  is_own: false,
  p95_ms: null,
} as const

/** The values of a filter, in order. */
export const listValues = (
  statements: StatementList['statements'],
  name: 'role' | 'database',
  includesOwn: boolean,
): string[] =>
  [
    ...new Set(statements.filter((one) => includesOwn || !one.is_own).map((one) => one[name])),
  ].toSorted()

/** Null without a call. */
export const getMeanMs = ({ calls, total_ms: total }: Figures): number | null =>
  calls === 0 ? null : total / calls

/** Null where no block was read. */
export const getHitRatio = ({ blocks_hit: hit, blocks_read: read }: Figures): number | null =>
  hit + read === 0 ? null : hit / (hit + read)

/** Blocks for each row that was returned or changed; null without a row. */
export const getBlocksPerRow = ({
  rows,
  blocks_hit: hit,
  blocks_read: read,
}: Figures): number | null => (rows === 0 ? null : (hit + read) / rows)

const blockBytes = 8192
export const getTempBytes = ({ temp_blocks: blocks }: Figures): number => blocks * blockBytes
