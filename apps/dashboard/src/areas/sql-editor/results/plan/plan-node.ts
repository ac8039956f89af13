/** Blocks of 8 kB that a node and what is below it touched. */
export type Buffers = {
  hit: number
  read: number
  dirtied: number
  written: number
  tempRead: number
  tempWritten: number
}

/** A node as PostgreSQL tells it: figures for one loop, buffers of all loops and of its children. */
export type PlanNode = {
  /** Places among its siblings from the root down: `0.1.0`. */
  id: string
  /** As PostgreSQL's own text names it: `Parallel Hash Left Join`. */
  title: string
  /** What it reads or writes, with its alias: `shop.orders o`. */
  relation?: string | undefined
  index?: string | undefined
  /** What it is for a statement of several parts: `CTE recent`, `InitPlan 1`, `SubPlan 2`. */
  role?: string | undefined
  /** The CTE that it scans. */
  scansCte?: string | undefined
  /** Everything else that is told about it, in its order. */
  details: readonly { name: string; value: string }[]
  estimate?: { rows: number; width: number; startupCost: number; totalCost: number } | undefined
  actual?:
    | { rows: number; loops: number; startupMs: number | undefined; totalMs: number | undefined }
    | undefined
  /** It could have been run, and was not. */
  isNeverExecuted: boolean
  workers?: { planned: number; launched: number | undefined } | undefined
  buffers?: Buffers | undefined
  children: readonly PlanNode[]
}

export type Plan = {
  root: PlanNode
  planningMs: number | undefined
  executionMs: number | undefined
  /** Settings, triggers and just-in-time compilation, as far as they are told. */
  notes: readonly { name: string; value: string }[]
  /** It was run, and not only planned. */
  isMeasured: boolean
  /** What PostgreSQL answered. */
  source: string
  format: 'json' | 'text'
}

/** The node and all below it, in the order of PostgreSQL's text. */
export const listNodes = (node: PlanNode): PlanNode[] => [node, ...node.children.flatMap(listNodes)]

export const getDetail = ({ details }: PlanNode, name: string): string | undefined =>
  details.find((detail) => detail.name === name)?.value

/** What a node is called in a sentence: `Index Scan using orders_pkey on shop.orders`. */
export function getName({ title, relation, index }: PlanNode): string {
  // Only an index is read by this one, so it is what stands behind `on`.
  if (relation === undefined && index !== undefined) return `${title} on ${index}`
  const using = index === undefined ? '' : ` using ${index}`
  return `${title}${using}${relation === undefined ? '' : ` on ${relation}`}`
}
