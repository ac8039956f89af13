import type { Charge, InvoiceLine } from '@basalt/contract/billing/amounts'

/** A line of one bill next to the same line of another. */
export type ChargeRow = {
  key: string
  /** From whichever of the two has it; where both do, the second. */
  line: InvoiceLine
  first: InvoiceLine | undefined
  second: InvoiceLine | undefined
}

const getKey = ({ kind, description, metric, project_ref: ref }: InvoiceLine) =>
  [kind, description, metric ?? '', ref ?? ''].join(' ')

const order: readonly InvoiceLine['kind'][] = ['plan', 'compute', 'compute_credit', 'usage']

/**
 * Two bills side by side, line by line: plans first, then compute, then usage. A line on one bill
 * only has no counterpart.
 */
export function chargeRows(first: Charge, second: Charge): ChargeRow[] {
  const rows = new Map<string, ChargeRow>()
  for (const [side, { lines }] of [
    ['first', first],
    ['second', second],
  ] as const) {
    const seen = new Map<string, number>()
    for (const line of lines) {
      // A plan that was left and taken again is on a bill twice.
      const time = (seen.get(getKey(line)) ?? 0) + 1
      seen.set(getKey(line), time)
      const key = `${getKey(line)} ${time}`
      const row = rows.get(key) ?? { key, line, first: undefined, second: undefined }
      rows.set(key, { ...row, line, [side]: line })
    }
  }
  return [...rows.values()].toSorted(
    (a, b) => order.indexOf(a.line.kind) - order.indexOf(b.line.kind),
  )
}
