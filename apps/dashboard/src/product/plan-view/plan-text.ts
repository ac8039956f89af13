import { getName, type Plan, type PlanNode } from './plan-node.ts'

/** The plan in PostgreSQL's text format: its own text if available. */
export function planText(plan: Plan): string {
  if (plan.format === 'text') return plan.source
  const lines = listLines(plan.root, 0)
  for (const { name, value } of plan.notes) lines.push(`${name}: ${value}`)
  if (plan.planningMs !== undefined) lines.push(`Planning Time: ${plan.planningMs} ms`)
  if (plan.executionMs !== undefined) lines.push(`Execution Time: ${plan.executionMs} ms`)
  return lines.join('\n')
}

function listLines(node: PlanNode, depth: number): string[] {
  const lead = depth === 0 ? '' : `${' '.repeat(depth * 6 - 4)}->  `
  const below = ' '.repeat(depth * 6 + 2)
  return [
    ...(node.role === undefined ? [] : [`${' '.repeat(Math.max(0, depth * 6 - 4))}${node.role}`]),
    `${lead}${getName(node)}${figures(node)}`,
    ...node.details.map(({ name, value }) => `${below}${name}: ${value}`),
    ...buffersLine(node).map((line) => below + line),
    ...node.children.flatMap((child) => listLines(child, depth + 1)),
  ]
}

function figures({ estimate, actual, isNeverExecuted }: PlanNode): string {
  const expected =
    estimate === undefined
      ? ''
      : `  (cost=${estimate.startupCost.toFixed(2)}..${estimate.totalCost.toFixed(2)} rows=${estimate.rows} width=${estimate.width})`
  if (isNeverExecuted) return `${expected} (never executed)`
  if (actual === undefined) return expected
  const time =
    actual.totalMs === undefined
      ? ''
      : `time=${(actual.startupMs ?? 0).toFixed(3)}..${actual.totalMs.toFixed(3)} `
  return `${expected} (actual ${time}rows=${actual.rows.toFixed(2)} loops=${actual.loops})`
}

function buffersLine({ buffers }: PlanNode): string[] {
  if (buffers === undefined) return []
  const { hit, read, dirtied, written, tempRead, tempWritten } = buffers
  const part = (kind: string, counts: Record<string, number>) => {
    const reported = Object.entries(counts).filter(([, count]) => count > 0)
    return reported.length === 0
      ? []
      : [[kind, ...reported.map(([name, count]) => `${name}=${count}`)].join(' ')]
  }
  const parts = [
    ...part('shared', { hit, read, dirtied, written }),
    ...part('temp', { read: tempRead, written: tempWritten }),
  ]
  return parts.length === 0 ? [] : [`Buffers: ${parts.join(', ')}`]
}
