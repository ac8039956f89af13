/** Blocks of 8 kB that a node and its children accessed. */
export type Buffers = {
  hit: number
  read: number
  dirtied: number
  written: number
  tempRead: number
  tempWritten: number
}

/** A node as PostgreSQL reports it: figures per loop, buffers of all loops and of its children. */
export type PlanNode = {
  /** Places among its siblings from the root down: `0.1.0`. */
  id: string
  /** The name in PostgreSQL's text format: `Parallel Hash Left Join`. */
  title: string
  /** The relation with its alias: `shop.orders o`. */
  relation?: string | undefined
  index?: string | undefined
  /** The role in a statement with several parts: `CTE recent`, `InitPlan 1`, `SubPlan 2`. */
  role?: string | undefined
  /** The CTE that it scans. */
  scansCte?: string | undefined
  /** All other properties, in their order. */
  details: readonly { name: string; value: string }[]
  estimate?: { rows: number; width: number; startupCost: number; totalCost: number } | undefined
  actual?:
    | { rows: number; loops: number; startupMs: number | undefined; totalMs: number | undefined }
    | undefined
  /** It was never executed. */
  isNeverExecuted: boolean
  workers?: { planned: number; launched: number | undefined } | undefined
  buffers?: Buffers | undefined
  children: readonly PlanNode[]
}

export type Plan = {
  root: PlanNode
  planningMs: number | undefined
  executionMs: number | undefined
  /** Settings, triggers and JIT compilation, if reported. */
  notes: readonly { name: string; value: string }[]
  /** It was executed, not only planned. */
  isMeasured: boolean
  /** PostgreSQL's output. */
  source: string
  format: 'json' | 'text'
}

/** The node and all below it, in the order of PostgreSQL's text. */
export const listNodes = (node: PlanNode): PlanNode[] => [node, ...node.children.flatMap(listNodes)]

export const getDetail = ({ details }: PlanNode, name: string): string | undefined =>
  details.find((detail) => detail.name === name)?.value

/** The name of a node in a sentence: `Index Scan using orders_pkey on shop.orders`. */
export function getName({ title, relation, index }: PlanNode): string {
  // This node reads only an index, which follows `on`.
  if (relation === undefined && index !== undefined) return `${title} on ${index}`
  const using = index === undefined ? '' : ` using ${index}`
  return `${title}${using}${relation === undefined ? '' : ` on ${relation}`}`
}
