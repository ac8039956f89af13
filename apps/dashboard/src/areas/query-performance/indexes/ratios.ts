import type { ProofResult } from '@basalt/contract/query-performance/index-advisor'

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

/** Smaller differences are noise of the measurement. */
const noise = 1.1

/** `12× faster`, `1.5× slower`, `no difference`. */
export function describeRatio(before: number, after: number): string {
  const ratio = before / Math.max(after, 0.001)
  if (ratio >= noise) return `${number.format(ratio)}× faster`
  return ratio <= 1 / noise
    ? `${number.format(1 / Math.max(ratio, 0.001))}× slower`
    : 'no difference'
}

/** All calls of the measured statements together. */
export function sumUp({ statements, insert, method }: ProofResult): string {
  const measured = statements.flatMap(({ calls, before, after }) =>
    before === null || after === null ? [] : [{ calls, before, after }],
  )
  if (measured.length === 0) return 'No statement could be measured'
  const sum = (key: 'before' | 'after') =>
    measured.reduce((total, one) => total + one[key] * one.calls, 0)
  const ratio = describeRatio(sum('before'), sum('after'))
  const reads = method === 'copy' ? 'Statements' : 'Estimated costs of statements'
  const writes =
    insert === null ? '' : `, inserts: ${describeRatio(insert.before_ms, insert.after_ms)}`
  return `${reads}: ${ratio}${writes}`
}
