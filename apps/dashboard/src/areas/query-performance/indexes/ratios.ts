import type { ProofResult } from '@basalt/contract/query-performance/index-advisor'

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

/** Smaller differences are noise of the measurement. */
const noise = 1.1

const words = {
  time: { better: 'faster', worse: 'slower' },
  cost: { better: 'cheaper', worse: 'more expensive' },
} as const

/** `12× faster`, `1.5× slower`, `no difference`; costs are cheaper instead. */
export function describeRatio(
  before: number,
  after: number,
  unit: keyof typeof words = 'time',
): string {
  const { better, worse } = words[unit]
  const ratio = before / Math.max(after, 0.001)
  if (ratio >= noise) return `${number.format(ratio)}× ${better}`
  return ratio <= 1 / noise
    ? `${number.format(1 / Math.max(ratio, 0.001))}× ${worse}`
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
  const unit = method === 'copy' ? 'time' : 'cost'
  const ratio = describeRatio(sum('before'), sum('after'), unit)
  const reads = method === 'copy' ? 'Statements' : 'Estimated costs of statements'
  const writes =
    insert === null ? '' : `, inserts: ${describeRatio(insert.before_ms, insert.after_ms)}`
  return `${reads}: ${ratio}${writes}`
}
