import { isReported, getNumber, toText, type Reported } from './data-sharing.ts'
import type { Buffers, Plan, PlanNode } from './plan-node.ts'
import { getTitle } from './titles.ts'

/** A plan of `EXPLAIN (FORMAT JSON)`; undefined when the text is something else. */
export function readJsonPlan(source: string): Plan | undefined {
  const answer = parsed(source)
  const reported: unknown = Array.isArray(answer) ? answer[0] : answer
  if (!isReported(reported) || !isReported(reported['Plan'])) return undefined
  const root = readNode(reported['Plan'], '0')
  return {
    root,
    planningMs: getNumber(reported, 'Planning Time'),
    executionMs: getNumber(reported, 'Execution Time'),
    notes: listNotes(reported),
    isMeasured: root.actual !== undefined || root.isNeverExecuted,
    source,
    format: 'json',
  }
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

function readNode(reported: Reported, id: string): PlanNode {
  const plans = Array.isArray(reported['Plans']) ? reported['Plans'].filter(isReported) : []
  const loops = getNumber(reported, 'Actual Loops')
  return {
    id,
    title: getTitle(reported),
    relation: getRelation(reported),
    index: toText(reported, 'Index Name'),
    role: toText(reported, 'Subplan Name'),
    scansCte: reported['Node Type'] === 'CTE Scan' ? toText(reported, 'CTE Name') : undefined,
    details: listDetails(reported),
    estimate: getEstimate(reported),
    actual:
      loops === undefined || loops === 0
        ? undefined
        : {
            rows: getNumber(reported, 'Actual Rows') ?? 0,
            loops,
            startupMs: getNumber(reported, 'Actual Startup Time'),
            totalMs: getNumber(reported, 'Actual Total Time'),
          },
    isNeverExecuted: loops === 0,
    workers: listWorkers(reported),
    buffers: listBuffers(reported),
    children: plans.map((plan, position) => readNode(plan, `${id}.${position}`)),
  }
}

function getEstimate(reported: Reported): PlanNode['estimate'] {
  const [rows, width] = [getNumber(reported, 'Plan Rows'), getNumber(reported, 'Plan Width')]
  const [startupCost, totalCost] = [
    getNumber(reported, 'Startup Cost'),
    getNumber(reported, 'Total Cost'),
  ]
  if (rows === undefined || width === undefined) return undefined
  if (startupCost === undefined || totalCost === undefined) return undefined
  return { rows, width, startupCost, totalCost }
}

const relationKeys = [
  'Relation Name',
  'Function Name',
  'Table Function Name',
  'CTE Name',
  'Tuplestore Name',
]

function getRelation(reported: Reported): string | undefined {
  const alias = toText(reported, 'Alias')
  const name = relationKeys.map((key) => toText(reported, key)).find((one) => one !== undefined)
  if (name === undefined) return alias === undefined ? undefined : quotedAsNeeded(alias)
  const schema = toText(reported, 'Schema')
  const full = schema === undefined ? name : `${schema}.${name}`
  return alias === undefined || alias === name ? full : `${full} ${quotedAsNeeded(alias)}`
}

const quotedAsNeeded = (name: string) => (/^[a-z_][\w$]*$/u.test(name) ? name : `"${name}"`)

function listWorkers(reported: Reported): PlanNode['workers'] {
  const planned = getNumber(reported, 'Workers Planned')
  return planned === undefined
    ? undefined
    : { planned, launched: getNumber(reported, 'Workers Launched') }
}

function listBuffers(reported: Reported): Buffers | undefined {
  if (getNumber(reported, 'Shared Hit Blocks') === undefined) return undefined
  const both = (what: string) =>
    (getNumber(reported, `Shared ${what} Blocks`) ?? 0) +
    (getNumber(reported, `Local ${what} Blocks`) ?? 0)
  return {
    hit: both('Hit'),
    read: both('Read'),
    dirtied: both('Dirtied'),
    written: both('Written'),
    tempRead: getNumber(reported, 'Temp Read Blocks') ?? 0,
    tempWritten: getNumber(reported, 'Temp Written Blocks') ?? 0,
  }
}

/** Keys with their own field, or included in the name of the node. */
const knownKeys = new Set(
  `Node Type,Strategy,Partial Mode,Parallel Aware,Async Capable,Operation,Command,Join Type,
  Scan Direction,Parent Relationship,Subplan Name,Relation Name,Schema,Alias,Index Name,CTE Name,
  Function Name,Table Function Name,Tuplestore Name,Custom Plan Provider,Startup Cost,Total Cost,
  Plan Rows,Plan Width,Actual Startup Time,Actual Total Time,Actual Rows,Actual Loops,
  Workers Planned,Workers Launched,Plans,Workers,Single Copy,Disabled`.split(/,\s*/u),
)
const counted = /(?: Blocks| (?:Read|Write) Time|^WAL .*)$/u
const sizes = /(?:Usage|Space Used|Maximum Storage|Peak Sort Space)$/u

/** Defaults of a node's kind and zeros are omitted, as in PostgreSQL's text format. */
function listDetails(node: Reported): { name: string; value: string }[] {
  return Object.entries(node).flatMap(([name, value]) => {
    if (knownKeys.has(name) || counted.test(name) || value === false || value === 0) return []
    return [{ name, value: sizes.test(name) ? `${value as number} kB` : written(value) }]
  })
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(', ')
  if (!isReported(value)) return String(value)
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${written(one)}`)
    .join(', ')
}

function listNotes(answer: Reported): Plan['notes'] {
  const notes: { name: string; value: string }[] = []
  const { Settings: settings, Triggers: triggers, JIT: jit } = answer
  if (isReported(settings))
    for (const [name, value] of Object.entries(settings))
      notes.push({ name: `Setting ${name}`, value: written(value) })
  if (Array.isArray(triggers))
    for (const trigger of triggers.filter(isReported))
      notes.push({
        name: `Trigger ${toText(trigger, 'Trigger Name') ?? ''}`,
        value: `${getNumber(trigger, 'Time') ?? 0} ms, ${getNumber(trigger, 'Calls') ?? 0} calls`,
      })
  if (isReported(jit)) notes.push({ name: 'Just-in-time compilation', value: written(jit) })
  return notes
}
