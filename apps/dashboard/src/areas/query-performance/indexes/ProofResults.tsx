import type { IndexProof, ProofResult } from '@basalt/contract/query-performance/index-advisor'
import type { ReactNode } from 'react'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatEstimate, plural } from '../../../lib/format/format.ts'
import { Time } from '../../../ui/Time.tsx'
import { formatMs, formatNumber } from '../statements/format-figures.ts'
import { describeRatio, sumUp } from './ratios.ts'

type Props = { proof: IndexProof; result: ProofResult }
type Measured = ProofResult['statements'][number]

/** The figures of a proof, and where they come from. */
export function ProofResults({ proof, result }: Props) {
  const { method, statements, insert, update } = result
  return (
    <section aria-label="Proof" className="flex min-w-0 flex-col gap-2">
      <p className="font-medium">{sumUp(result)}</p>
      <ul aria-label="Measured" className="divide-y divide-line rounded-control border border-line">
        {statements.map((one) => (
          <StatementRow key={one.id} measured={one} isCost={method === 'hypopg'} />
        ))}
        {insert !== null && <WriteRow label="Insert" {...insert} />}
        {update !== null && <WriteRow label="Update of the first column" {...update} />}
      </ul>
      <Origin proof={proof} result={result} />
    </section>
  )
}

const rowClass = 'flex min-w-0 flex-wrap items-baseline gap-x-4 px-3 py-1.5 text-xs'

function StatementRow({ measured, isCost }: { measured: Measured; isCost: boolean }) {
  const { query, before, after, uses_index: usesIndex, failure } = measured
  const show = (value: number) => (isCost ? formatNumber(value) : formatMs(value))
  return (
    <li className={rowClass}>
      <span className="min-w-0 flex-1 basis-56 truncate font-mono">{query}</span>
      {before === null || after === null ? (
        <span className="text-ink-soft">Not measured. {failure}</span>
      ) : (
        <Change before={show(before)} after={show(after)}>
          {describeRatio(before, after, isCost ? 'cost' : 'time')}
          {!usesIndex && ', the index is not used'}
        </Change>
      )}
    </li>
  )
}

type WriteProps = { label: string; rows: number; before_ms: number; after_ms: number }

const WriteRow = ({ label, rows, before_ms: before, after_ms: after }: WriteProps) => (
  <li className={rowClass}>
    <span className="min-w-0 flex-1 basis-56">
      {label}, {plural(rows, 'row')}
    </span>
    <Change before={formatMs(before)} after={formatMs(after)}>
      {describeRatio(before, after)}
    </Change>
  </li>
)

/** Without and with the index. */
const Change = ({
  before,
  after,
  children,
}: {
  before: string
  after: string
  children: ReactNode
}) => (
  <span className="tabular flex flex-wrap gap-x-4">
    <span className="text-ink-soft">
      {before} → {after}
    </span>
    <span className="min-w-28 font-medium">{children}</span>
  </span>
)

function Origin({ proof, result }: Props) {
  const { method, rows, index_bytes: bytes, build_ms: build, postgres_version: version } = result
  const values = result.statements.map((one) => one.values)
  return (
    <p className="text-xs text-ink-faint">
      {method === 'copy' ? 'Measured on a copy' : 'Costs of the planner with hypopg'}
      {proof.ended_at !== null && (
        <>
          {' '}
          <Time at={proof.ended_at} />
        </>
      )}
      , PostgreSQL {version}, {formatEstimate(rows)} rows.
      {bytes !== null && ` Index of ${formatBytes(bytes)}`}
      {build !== null && `, built in ${formatMs(build)}`}
      {bytes !== null && '.'}
      {values.includes('statistics') &&
        ' Parameters have frequent values of the column statistics.'}
      {values.includes('guessed') && ' Some parameters have a value of their type only.'}
    </p>
  )
}
