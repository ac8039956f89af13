import type { Json } from '@basalt/logs'

/** The nodes of a plan as text, such as `Index Scan on orders_customer_idx`, in sorted order. */
export type PlanShape = readonly string[]

const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The shape of a plan of `auto_explain`; null for something else. */
export function readPlanShape(explained: Json | undefined): PlanShape | null {
  if (!isRecord(explained) || !isRecord(explained['Plan'])) return null
  const nodes: string[] = []
  const visit = (node: Json) => {
    if (!isRecord(node)) return
    const { 'Node Type': type, 'Index Name': index, 'Relation Name': relation } = node
    const subject = index ?? relation
    if (typeof type === 'string') {
      nodes.push(typeof subject === 'string' ? `${type} on ${subject}` : type)
    }
    if (Array.isArray(node['Plans'])) (node['Plans'] as readonly Json[]).forEach(visit)
  }
  visit(explained['Plan'])
  return nodes.toSorted()
}

export const isSameShape = (one: PlanShape, other: PlanShape): boolean =>
  one.length === other.length && one.every((node, index) => node === other[index])

/** The nodes that only one of two plans has. */
export const differingNodes = (before: PlanShape, after: PlanShape) => ({
  before: without(before, after),
  after: without(after, before),
})

function without(nodes: PlanShape, removed: PlanShape): string[] {
  const counts = new Map<string, number>()
  for (const node of removed) counts.set(node, (counts.get(node) ?? 0) + 1)
  return nodes.filter((node) => {
    const count = counts.get(node) ?? 0
    counts.set(node, count - 1)
    return count <= 0
  })
}
