import type { IndexProof, ProofResult } from '@basalt/contract/query-performance/index-advisor'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatCount, formatEstimate } from '../../../lib/format/format.ts'
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
      <div className="overflow-x-auto">
        <table className="w-full min-w-[30rem] text-left text-xs">
          <thead className="text-ink-faint">
            <tr>
              <th className="py-1 pr-3 font-normal">Measured</th>
              <th className="py-1 pr-3 text-right font-normal">Without</th>
              <th className="py-1 pr-3 text-right font-normal">With</th>
              <th className="py-1 font-normal">Effect</th>
            </tr>
          </thead>
          <tbody className="tabular align-top">
            {statements.map((one) => (
              <StatementRow key={one.id} measured={one} isCost={method === 'hypopg'} />
            ))}
            {insert !== null && <WriteRow label="Insert" {...insert} />}
            {update !== null && <WriteRow label="Update of the column" {...update} />}
          </tbody>
        </table>
      </div>
      <Origin proof={proof} result={result} />
    </section>
  )
}

function StatementRow({ measured, isCost }: { measured: Measured; isCost: boolean }) {
  const { query, before, after, uses_index: usesIndex, failure } = measured
  const show = (value: number) => (isCost ? formatNumber(value) : formatMs(value))
  return (
    <tr className="border-t border-line">
      <td className="max-w-56 truncate py-1 pr-3 font-mono">{query}</td>
      {before === null || after === null ? (
        <td colSpan={3} className="py-1 text-ink-soft">
          Not measured. {failure}
        </td>
      ) : (
        <>
          <td className="py-1 pr-3 text-right">{show(before)}</td>
          <td className="py-1 pr-3 text-right">{show(after)}</td>
          <td className="py-1">
            {describeRatio(before, after)}
            {!usesIndex && ', the index is not used'}
          </td>
        </>
      )}
    </tr>
  )
}

type WriteProps = { label: string; rows: number; before_ms: number; after_ms: number }

const WriteRow = ({ label, rows, before_ms: before, after_ms: after }: WriteProps) => (
  <tr className="border-t border-line">
    <td className="py-1 pr-3">
      {label}, {formatCount(rows)} rows
    </td>
    <td className="py-1 pr-3 text-right">{formatMs(before)}</td>
    <td className="py-1 pr-3 text-right">{formatMs(after)}</td>
    <td className="py-1">{describeRatio(before, after)}</td>
  </tr>
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
