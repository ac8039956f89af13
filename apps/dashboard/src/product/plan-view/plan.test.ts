import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { listPairs } from './compare.ts'
import { listFigures } from './figures.ts'
import { listHints } from './hints.ts'
import { getDetail, listNodes, type Plan, type PlanNode } from './plan-node.ts'
import { readJsonPlan } from './read-json.ts'
import { getPlan } from './read-plan.ts'
import { readTextPlan } from './read-text.ts'

type Recorded = {
  name: string
  statement: string
  measured: string
  measuredText: string
  planned?: string
  plannedText?: string
}

/** Output of PostgreSQL 18, each plan in both formats. */
const recorded = readFileSync(join(import.meta.dirname, 'recorded-plans.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

function read(source: string): Plan {
  const plan = readJsonPlan(source) ?? readTextPlan(source)
  if (plan === undefined) throw new Error(`Not read as a plan: ${source.slice(0, 80)}`)
  return plan
}

const planNamed = (name: string) => read(recorded.find((one) => one.name === name)?.measured ?? '')
const getNode = (plan: Plan, title: string): PlanNode => {
  const found = listNodes(plan.root).find((node) => node.title === title)
  if (found === undefined) throw new Error(`No ${title} in the plan`)
  return found
}

/** The parts in both formats, without times. */
const getShape = (node: PlanNode): unknown => ({
  title: node.title,
  // JSON names are as they are, those of text quoted where they have to be.
  relation: node.relation?.replaceAll('"', ''),
  index: node.index,
  role: node.role,
  estimate: node.estimate,
  rows: node.workers === undefined && node.actual === undefined ? null : 'measured',
  isNeverExecuted: node.isNeverExecuted,
  conditions: ['Filter', 'Index Cond', 'Hash Cond', 'Recheck Cond', 'Join Filter'].map((name) =>
    getDetail(node, name),
  ),
  children: node.children.map(getShape),
})

describe('plans of PostgreSQL', () => {
  test.each(recorded)('$name: text and JSON are parsed into the same tree', (one) => {
    expect(getShape(read(one.measuredText).root)).toEqual(getShape(read(one.measured).root))
  })

  test.each(recorded.filter(({ planned }) => planned !== undefined))(
    '$name: a plan without execution is parsed the same from text and JSON',
    ({ planned = '', plannedText = '' }) => {
      const plan = read(planned)
      expect(getShape(read(plannedText).root)).toEqual(getShape(plan.root))
      expect(plan.isMeasured).toBe(false)
      expect(listFigures(plan).totalMs).toBe(0)
    },
  )

  test.each(recorded)('$name: self times add up to the total time', ({ measured }) => {
    const plan = read(measured)
    const { of, totalMs } = listFigures(plan)
    const unread = listNodes(plan.root).filter(({ role }) => role?.startsWith('CTE ') === true)
    // Times are printed with three decimals, and per loop; a CTE without a reader is added.
    const loops = listNodes(plan.root).reduce((sum, { actual }) => sum + (actual?.loops ?? 0), 0)
    const slack =
      0.05 + loops * 0.001 + unread.reduce((sum, { id }) => sum + (of.get(id)?.totalMs ?? 0), 0)
    const full = of.get('0')?.totalMs ?? 0
    expect(Math.abs(totalMs - full)).toBeLessThanOrEqual(slack)
    for (const { ownMs = 0, share } of of.values()) {
      expect(ownMs).toBeGreaterThanOrEqual(0)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
  })

  test('at least forty kinds of nodes were recorded', () => {
    const titles = recorded.flatMap(({ measured }) => listNodes(read(measured).root))
    expect(new Set(titles.map(({ title }) => title)).size).toBeGreaterThanOrEqual(40)
  })
})

describe('figures', () => {
  test('rows are those of all loops', () => {
    const plan = planNamed('nested loop')
    const inner = listNodes(plan.root).find(({ actual }) => (actual?.loops ?? 0) > 1)
    const { rows, estimatedRows } = listFigures(plan).of.get(inner?.id ?? '') ?? {}
    const { actual, estimate } = inner ?? {}
    expect(rows).toBe(Math.round((actual?.rows ?? 0) * (actual?.loops ?? 0)))
    expect(estimatedRows).toBe((estimate?.rows ?? 0) * (actual?.loops ?? 0))
  })

  test('parallel work of workers counts as elapsed time', () => {
    const plan = planNamed('gather')
    const scan = getNode(plan, 'Parallel Seq Scan')
    const gather = listNodes(plan.root).find(({ workers }) => workers !== undefined)
    const processes = (gather?.workers?.launched ?? 0) + 1
    expect(processes).toBeGreaterThan(1)
    const expected = ((scan.actual?.totalMs ?? 0) * (scan.actual?.loops ?? 0)) / processes
    expect(listFigures(plan).of.get(scan.id)?.totalMs).toBeCloseTo(expected, 6)
  })

  test('the time of a CTE belongs to it and not to its readers', () => {
    const plan = planNamed('cte scan')
    const { of } = listFigures(plan)
    const cte = listNodes(plan.root).find(({ role }) => role === 'CTE recent')
    const readers = listNodes(plan.root).filter(({ scansCte }) => scansCte === 'recent')
    const sum = (figure: 'ownMs' | 'totalMs') =>
      readers.reduce((total, { id }) => total + (of.get(id)?.[figure] ?? 0), 0)
    expect(sum('ownMs')).toBeCloseTo(sum('totalMs') - (of.get(cte?.id ?? '')?.totalMs ?? 0), 3)
  })

  test('an InitPlan runs in the time of the node that requests it', () => {
    const plan = planNamed('init plan')
    const { of } = listFigures(plan)
    const requester = getNode(plan, 'Bitmap Index Scan')
    const initPlan = listNodes(plan.root).find(({ role }) => role === 'InitPlan 1')
    const total = of.get(requester.id)?.totalMs ?? 0
    expect(of.get(requester.id)?.ownMs).toBeCloseTo(
      total - (of.get(initPlan?.id ?? '')?.totalMs ?? 0),
      3,
    )
  })

  test('a node that was never executed has no figures', () => {
    const plan = planNamed('never executed')
    const idle = listNodes(plan.root).find(({ isNeverExecuted }) => isNeverExecuted)
    expect(listFigures(plan).of.get(idle?.id ?? '')).toMatchObject({
      rows: undefined,
      ownMs: undefined,
      factor: undefined,
      share: 0,
    })
  })

  test('buffers are those of the node alone', () => {
    const plan = planNamed('hash aggregate to disk')
    const { of } = listFigures(plan)
    expect(of.get('0')?.ownBuffers).toMatchObject({ hit: 0, read: 0 })
    expect(of.get('0')?.ownBuffers?.tempWritten).toBeGreaterThan(0)
  })

  test('workers, triggers, settings and times of the whole are kept', () => {
    expect(planNamed('gather merge').root.children[0]?.workers).toEqual({ planned: 2, launched: 2 })
    const { notes, planningMs, executionMs } = planNamed('insert with trigger')
    expect(notes.map(({ name }) => name)).toContain('Trigger noted')
    expect(Math.min(planningMs ?? 0, executionMs ?? 0)).toBeGreaterThan(0)
  })
})

describe('self times of any tree', () => {
  type Tree = { own: number; loops: number; children: Tree[] }
  const nodeWith = (children: fc.Arbitrary<Tree[]>): fc.Arbitrary<Tree> =>
    fc.record({
      own: fc.integer({ min: 0, max: 1000 }),
      loops: fc.integer({ min: 1, max: 5 }),
      children,
    })
  const leaf = nodeWith(fc.constant([]))
  const branch = nodeWith(fc.array(leaf, { maxLength: 3 }))
  const tree = nodeWith(fc.array(fc.oneof(leaf, branch), { maxLength: 4 }))
  const getTotal = ({ own, children }: Tree): number =>
    own + children.reduce((sum, child) => sum + getTotal(child), 0)
  const getSharedFields = (node: Tree): object => ({
    'Node Type': 'Append',
    'Actual Loops': node.loops,
    'Actual Rows': 1,
    'Actual Total Time': getTotal(node) / node.loops,
    Plans: node.children.map(getSharedFields),
  })

  test('add up to the time of the root', () => {
    fc.assert(
      fc.property(tree, (created) => {
        const { totalMs } = listFigures(read(JSON.stringify([{ Plan: getSharedFields(created) }])))
        expect(totalMs).toBeCloseTo(getTotal(created), 4)
      }),
    )
  })
})

describe('hints', () => {
  const hintsFor = (name: string) => {
    const plan = planNamed(name)
    return listHints(plan, listFigures(plan).of)
  }

  test('name a sort and an aggregate that used disk', () => {
    expect(hintsFor('sort to disk').map(({ kind }) => kind)).toContain('spill')
    const [hint] = hintsFor('hash aggregate to disk').filter(({ kind }) => kind === 'spill')
    expect(hint?.title).toMatch(
      /HashAggregate did not fit into memory: [\d,]+ kB were written to disk/u,
    )
  })

  test('name a scan that removed most rows', () => {
    const [hint] = hintsFor('seq scan').filter(({ kind }) => kind === 'scan')
    expect(hint?.title).toBe('Seq Scan on shop.orders read 60,000 rows to find 0')
    expect(hint?.advice).toContain("(orders.note = 'nothing'::text)")
  })

  test('name an estimate that was wrong by a factor of ten', () => {
    const all = recorded.flatMap(({ name }) => hintsFor(name))
    expect(all.some(({ kind }) => kind === 'estimate')).toBe(true)
    expect(hintsFor('index scan')).toEqual([])
  })

  test('name a wrong estimate at its origin, and not in later nodes', () => {
    const reported = (title: string, rows: number, plans: object[] = []) => ({
      'Node Type': title,
      'Plan Rows': 10,
      'Plan Width': 4,
      'Startup Cost': 0,
      'Total Cost': 1,
      'Actual Rows': rows,
      'Actual Loops': 1,
      'Actual Total Time': 1,
      Plans: plans,
    })
    const tree = reported('Sort', 500, [
      reported('Hash Join', 500, [reported('Seq Scan', 450), reported('Hash', 10)]),
    ])
    const plan = read(JSON.stringify([{ Plan: tree }]))
    expect(listHints(plan, listFigures(plan).of).map(({ id, kind }) => [id, kind])).toEqual([
      ['0.0.0', 'estimate'],
    ])
  })

  test('from text equal those from JSON', () => {
    const { measuredText = '' } = recorded.find(({ name }) => name === 'sort to disk') ?? {}
    const plan = read(measuredText)
    expect(listHints(plan, listFigures(plan).of).map(({ kind }) => kind)).toContain('spill')
  })
})

describe('two plans', () => {
  test('of the same statement are paired node by node', () => {
    const { root } = planNamed('hash join')
    const pairs = listPairs(root, root)
    expect(pairs).toHaveLength(listNodes(root).length)
    expect(pairs.every(({ before, after }) => before === after)).toBe(true)
  })

  test('any two: every node of both is in exactly one pair', () => {
    const roots = recorded.map(({ measured }) => read(measured).root)
    fc.assert(
      fc.property(fc.constantFrom(...roots), fc.constantFrom(...roots), (before, after) => {
        const pairs = listPairs(before, after)
        const listIds = (nodes: (PlanNode | undefined)[]) =>
          nodes.flatMap((node) => node?.id ?? []).toSorted()
        expect(listIds(pairs.map((one) => one.before))).toEqual(listIds(listNodes(before)))
        expect(listIds(pairs.map((one) => one.after))).toEqual(listIds(listNodes(after)))
      }),
    )
  })

  test('a scan that became an index scan still matches by its table', () => {
    const pairs = listPairs(planNamed('seq scan').root, planNamed('index scan').root)
    expect(pairs.map(({ before, after }) => [before?.title, after?.title])).toEqual([
      ['Seq Scan', 'Index Scan'],
    ])
  })
})

describe('two plans with different shapes', () => {
  const node = (title: string, more: Partial<PlanNode> = {}): PlanNode => ({
    id: title + (more.relation ?? ''),
    title,
    details: [],
    isNeverExecuted: false,
    children: [],
    ...more,
  })
  const reported = (before: PlanNode, after: PlanNode) =>
    listPairs(before, after).map((pair) => [pair.before?.id, pair.after?.id])

  test('a missing step does not separate the rest', () => {
    const loop = node('Nested Loop', {
      children: [node('Seq Scan', { relation: 'a' }), node('Index Scan', { relation: 'b' })],
    })
    expect(reported(node('Sort', { children: [loop] }), loop)).toEqual([
      ['Sort', undefined],
      ['Nested Loop', 'Nested Loop'],
      ['Seq Scana', 'Seq Scana'],
      ['Index Scanb', 'Index Scanb'],
    ])
  })

  test('a join with swapped sides still matches by its tables', () => {
    const [a, b] = ['a', 'b'].map((relation) => node('Seq Scan', { relation }))
    const joined = (...children: (PlanNode | undefined)[]) =>
      node('Hash Join', { children: children.flatMap((one) => one ?? []) })
    const all = reported(joined(a, b), joined(b, a))
    expect(all.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
      ['Hash Join', 'Hash Join'],
      ['Seq Scana', 'Seq Scana'],
      ['Seq Scanb', 'Seq Scanb'],
    ])
  })

  test('pairs have the same kind, or read the same table', () => {
    const roots = recorded.map(({ measured }) => read(measured).root)
    fc.assert(
      fc.property(fc.constantFrom(...roots), fc.constantFrom(...roots), (one, other) => {
        for (const { before, after } of listPairs(one, other)) {
          if (before === undefined || after === undefined) continue
          expect(before.relation).toBe(after.relation)
          expect(before.relation ?? before.title).toBe(after.relation ?? after.title)
        }
      }),
    )
  })
})

describe('an answer', () => {
  const answer = (name: string, lines: string[]) => ({
    fields: [{ name }],
    rows: lines.map((line) => [line]),
    rowCount: lines.length,
  })

  test('is a plan by its content, and not by the statement', () => {
    const { measuredText = '', measured = '' } = recorded[0] ?? {}
    expect(getPlan(answer('QUERY PLAN', measuredText.split('\n')))?.format).toBe('text')
    expect(getPlan(answer('QUERY PLAN', [measured]))?.format).toBe('json')
    expect(getPlan(answer('QUERY PLAN', ['some text']))).toBeUndefined()
    expect(getPlan(answer('id', measuredText.split('\n')))).toBeUndefined()
    expect(getPlan({ fields: null, rows: [], rowCount: 0 })).toBeUndefined()
  })

  test('with any text throws nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plan = getPlan(answer('QUERY PLAN', text.split('\n')))
        expect(plan === undefined || listNodes(plan.root).length > 0).toBe(true)
      }),
    )
  })
})
