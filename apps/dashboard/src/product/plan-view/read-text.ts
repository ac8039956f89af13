import type { Buffers, Plan, PlanNode } from './plan-node.ts'

type Line = { indent: number; text: string }

/** A node while the lines below it are read. */
type Open = {
  indent: number
  role: string | undefined
  head: string
  lines: string[]
  children: Open[]
}

const figures =
  /^(?<name>.*?)(?: {2}\(cost=(?<cost>[\d.]+)\.\.(?<total>[\d.]+) rows=(?<rows>\d+) width=(?<width>\d+)\))?(?: \(actual (?:time=(?<startup>[\d.]+)\.\.(?<end>[\d.]+) )?rows=(?<got>[\d.]+) loops=(?<loops>\d+)\)| \((?<never>never executed)\))?$/u
const roles = /^(?:CTE .+|(?:InitPlan|SubPlan) \d+(?: \(.*\))?)$/u

/** The text that `EXPLAIN` answers without a format; undefined when it is something else. */
export function readTextPlan(source: string): Plan | undefined {
  const lines = source.split('\n').map(getLine)
  const first = lines[0]
  if (first === undefined || !/\((?:cost=|actual |never executed)/u.test(first.text))
    return undefined
  const { top, rest } = getTree(lines)
  const root = getNode(top, '0')
  return {
    root,
    planningMs: toMs(rest, 'Planning Time'),
    executionMs: toMs(rest, 'Execution Time'),
    notes: rest
      .map(split)
      .filter(({ name }) => !/^(?:Planning|Execution) Time$|^Planning$|^Buffers$|^JIT$/u.test(name))
      .map(({ name, value }) => ({ name: name === 'Settings' ? 'Setting' : name, value })),
    isMeasured: root.actual !== undefined || root.isNeverExecuted,
    source,
    format: 'text',
  }
}

/** The arrow belongs to the indentation: properties of its node are aligned with its name. */
function getLine(written: string): Line {
  const [lead = ''] = /^ *(?:-> {2})?/u.exec(written) ?? []
  return { indent: lead.length, text: written.slice(lead.length) }
}

function getTree([head, ...lines]: Line[]): { top: Open; rest: string[] } {
  const top = opened(head ?? { indent: 0, text: '' }, undefined)
  const path = [top]
  const rest: string[] = []
  let role: string | undefined
  for (const line of lines) {
    // Figures of the whole are at the left margin, like the first node; its properties are
    // indented.
    if (line.indent === 0 || rest.length > 0) {
      rest.push(line.text)
      continue
    }
    if (isNode(line.text)) {
      closeTo(path, line.indent)
      const node = opened(line, role)
      role = undefined
      path.at(-1)?.children.push(node)
      path.push(node)
    } else if (roles.test(line.text)) {
      closeTo(path, line.indent)
      role = line.text
    } else {
      closeTo(path, line.indent)
      path.at(-1)?.lines.push(line.text)
    }
  }
  return { top, rest }
}

const isNode = (text: string) =>
  / \((?:cost=\S+ rows=\d+ width=\d+|actual (?:time|rows)=.*|never executed)\)$/u.test(text)

function closeTo(path: Open[], indent: number): void {
  while (path.length > 1 && (path.at(-1)?.indent ?? 0) >= indent) path.pop()
}

const opened = ({ indent, text }: Line, role: string | undefined): Open => ({
  indent,
  role,
  head: text,
  lines: [],
  children: [],
})

function getNode(open: Open, id: string): PlanNode {
  const groups = figures.exec(open.head)?.groups ?? {}
  const { rows, width, cost, total, got, loops } = groups
  const named = nameParts(groups['name'] ?? open.head)
  const details = open.lines.filter((line) => !/^Worker \d+: /u.test(line)).flatMap(entries)
  const value = (name: string) => details.find((detail) => detail.name === name)?.value
  const planned = value('Workers Planned')
  const launched = value('Workers Launched')
  const own = new Set(['Workers Planned', 'Workers Launched', 'Buffers', 'WAL', 'I/O Timings'])
  return {
    id,
    ...named,
    role: open.role?.replace(/ \(returns .*\)$/u, ''),
    scansCte: /CTE Scan/u.test(named.title) ? named.relation?.split(' ')[0] : undefined,
    details: details.filter(({ name }) => !own.has(name)),
    estimate:
      rows === undefined
        ? undefined
        : {
            rows: Number(rows),
            width: Number(width),
            startupCost: Number(cost),
            totalCost: Number(total),
          },
    actual:
      got === undefined
        ? undefined
        : { rows: Number(got), loops: Number(loops), ...listTimes(groups) },
    isNeverExecuted: groups['never'] !== undefined,
    workers:
      planned === undefined
        ? undefined
        : {
            planned: Number(planned),
            launched: launched === undefined ? undefined : Number(launched),
          },
    buffers: listBuffers(value('Buffers')),
    children: open.children.map((child, position) => getNode(child, `${id}.${position}`)),
  }
}

const listTimes = ({ startup, end }: Record<string, string | undefined>) => ({
  startupMs: startup === undefined ? undefined : Number(startup),
  totalMs: end === undefined ? undefined : Number(end),
})

/** `Index Scan Backward using orders_pkey on shop.orders o` in its parts. */
function nameParts(name: string): Pick<PlanNode, 'title' | 'relation' | 'index'> {
  const { title, index, relation } =
    /^(?<title>.*?)(?: using (?<index>.+?))?(?: on (?<relation>.+))?$/u.exec(name)?.groups ?? {}
  if (title?.endsWith('Bitmap Index Scan') === true)
    return { title: title ?? name, relation: undefined, index: relation }
  return { title: title ?? name, relation, index }
}

/** Lines with these prefixes have several figures; in others two spaces may be part of a value. */
const severalFigures =
  /^(?:Sort Method|Buckets|Batches|Planned Partitions|Hits|Storage|Full-sort Groups|Pre-sorted Groups): /u

/** Several figures of one line become separate entries, as in the other formats. */
const entries = (line: string): { name: string; value: string }[] =>
  (severalFigures.test(line) ? line.split(/ {2}(?=[A-Z])/u) : [line]).map(split)

function split(line: string): { name: string; value: string } {
  const at = line.indexOf(':')
  if (at === -1) return { name: line, value: '' }
  return { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
}

function toMs(lines: readonly string[], name: string): number | undefined {
  const found = lines.map(split).find((one) => one.name === name)
  return found === undefined ? undefined : Number.parseFloat(found.value)
}

function listBuffers(text: string | undefined): Buffers | undefined {
  if (text === undefined) return undefined
  const sum = (kinds: RegExp, what: string) =>
    text
      .split(', ')
      .filter((part) => kinds.test(part))
      .reduce(
        (total, part) => total + Number(new RegExp(`${what}=(\\d+)`, 'u').exec(part)?.[1] ?? 0),
        0,
      )
  const blocks = /^(?:shared|local)/u
  return {
    hit: sum(blocks, 'hit'),
    read: sum(blocks, 'read'),
    dirtied: sum(blocks, 'dirtied'),
    written: sum(blocks, 'written'),
    tempRead: sum(/^temp/u, 'read'),
    tempWritten: sum(/^temp/u, 'written'),
  }
}
