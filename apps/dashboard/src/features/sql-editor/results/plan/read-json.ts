import { isReported, getNumber, toText, type Told } from './data-sharing.ts'
import type { Buffers, Plan, PlanNode } from './plan-node.ts'
import { getTitle } from './titles.ts'

/** A plan of `EXPLAIN (FORMAT JSON)`; undefined when the text is something else. */
export function readJsonPlan(source: string): Plan | undefined {
  const answer = parsed(source)
  const told: unknown = Array.isArray(answer) ? answer[0] : answer
  if (!isReported(told) || !isReported(told['Plan'])) return undefined
  const root = readNode(told['Plan'], '0')
  return {
    root,
    planningMs: getNumber(told, 'Planning Time'),
    executionMs: getNumber(told, 'Execution Time'),
    notes: listNotes(told),
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

function readNode(told: Told, id: string): PlanNode {
  const plans = Array.isArray(told['Plans']) ? told['Plans'].filter(isReported) : []
  const loops = getNumber(told, 'Actual Loops')
  return {
    id,
    title: getTitle(told),
    relation: getRelation(told),
    index: toText(told, 'Index Name'),
    role: toText(told, 'Subplan Name'),
    scansCte: told['Node Type'] === 'CTE Scan' ? toText(told, 'CTE Name') : undefined,
    details: listDetails(told),
    estimate: getEstimate(told),
    actual:
      loops === undefined || loops === 0
        ? undefined
        : {
            rows: getNumber(told, 'Actual Rows') ?? 0,
            loops,
            startupMs: getNumber(told, 'Actual Startup Time'),
            totalMs: getNumber(told, 'Actual Total Time'),
          },
    isNeverExecuted: loops === 0,
    workers: listWorkers(told),
    buffers: listBuffers(told),
    children: plans.map((plan, place) => readNode(plan, `${id}.${place}`)),
  }
}

function getEstimate(told: Told): PlanNode['estimate'] {
  const [rows, width] = [getNumber(told, 'Plan Rows'), getNumber(told, 'Plan Width')]
  const [startupCost, totalCost] = [getNumber(told, 'Startup Cost'), getNumber(told, 'Total Cost')]
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

function getRelation(told: Told): string | undefined {
  const alias = toText(told, 'Alias')
  const name = relationKeys.map((key) => toText(told, key)).find((one) => one !== undefined)
  if (name === undefined) return alias === undefined ? undefined : quotedAsNeeded(alias)
  const schema = toText(told, 'Schema')
  const full = schema === undefined ? name : `${schema}.${name}`
  return alias === undefined || alias === name ? full : `${full} ${quotedAsNeeded(alias)}`
}

const quotedAsNeeded = (name: string) => (/^[a-z_][\w$]*$/u.test(name) ? name : `"${name}"`)

function listWorkers(told: Told): PlanNode['workers'] {
  const planned = getNumber(told, 'Workers Planned')
  return planned === undefined
    ? undefined
    : { planned, launched: getNumber(told, 'Workers Launched') }
}

function listBuffers(told: Told): Buffers | undefined {
  if (getNumber(told, 'Shared Hit Blocks') === undefined) return undefined
  const both = (what: string) =>
    (getNumber(told, `Shared ${what} Blocks`) ?? 0) + (getNumber(told, `Local ${what} Blocks`) ?? 0)
  return {
    hit: both('Hit'),
    read: both('Read'),
    dirtied: both('Dirtied'),
    written: both('Written'),
    tempRead: getNumber(told, 'Temp Read Blocks') ?? 0,
    tempWritten: getNumber(told, 'Temp Written Blocks') ?? 0,
  }
}

/** What has a place of its own, or is said by the name of the node. */
const knownKeys = new Set(
  `Node Type,Strategy,Partial Mode,Parallel Aware,Async Capable,Operation,Command,Join Type,
  Scan Direction,Parent Relationship,Subplan Name,Relation Name,Schema,Alias,Index Name,CTE Name,
  Function Name,Table Function Name,Tuplestore Name,Custom Plan Provider,Startup Cost,Total Cost,
  Plan Rows,Plan Width,Actual Startup Time,Actual Total Time,Actual Rows,Actual Loops,
  Workers Planned,Workers Launched,Plans,Workers,Single Copy,Disabled`.split(/,\s*/u),
)
const counted = /(?: Blocks| (?:Read|Write) Time|^WAL .*)$/u
const sizes = /(?:Usage|Space Used|Maximum Storage|Peak Sort Space)$/u

/** What is true of every node of its kind, or zero, is left out as PostgreSQL's text does. */
function listDetails(node: Told): { name: string; value: string }[] {
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

function listNotes(answer: Told): Plan['notes'] {
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
