import { type Body, getBody } from './bodies.ts'
import { effectOfFunction } from './functions.ts'
import type { Parser } from './parser.ts'
import { isSet, getList, getNode, listStrings, toText, type Tree, walk } from './tree.ts'

/** Effects of a statement, from the weakest to the strongest. */
const strength = ['read', 'session', 'transaction', 'other', 'write', 'define'] as const

export type Effect = (typeof strength)[number]

const strongest = (effects: readonly Effect[]): Effect =>
  effects.reduce<Effect>(
    (most, effect) => (strength.indexOf(effect) > strength.indexOf(most) ? effect : most),
    'read',
  )

const words = (text: string): string[] => text.trim().split(/\s+/u)

/** Statements that are neither queries nor definitions. */
const plain = new Map<string, Effect>([
  ...words('VariableShowStmt FetchStmt').map((name) => [name, 'read'] as const),
  ...words(`DeclareCursorStmt ClosePortalStmt PrepareStmt DeallocateStmt DiscardStmt ListenStmt
    UnlistenStmt LoadStmt`).map((name) => [name, 'session'] as const),
  ...words('TransactionStmt LockStmt ConstraintsSetStmt').map(
    (name) => [name, 'transaction'] as const,
  ),
  ...words('NotifyStmt CheckPointStmt VacuumStmt ClusterStmt ReindexStmt').map(
    (name) => [name, 'other'] as const,
  ),
  ...words(`InsertStmt UpdateStmt DeleteStmt MergeStmt TruncateStmt RefreshMatViewStmt
    CallStmt ExecuteStmt`).map((name) => [name, 'write'] as const),
])

/** Their parts decide about their effect. */
const queries = new Set(words('SelectStmt DeclareCursorStmt FetchStmt VariableShowStmt'))

/** Context of the tree. */
export type Around = {
  parser: Parser
  /** The text that was parsed. */
  text: string
  /** Effects of earlier prepared statements, by their names. */
  prepared: ReadonlyMap<string, Effect>
}

/** The strongest effect of a statement, as far as its text shows. */
export function getEffect(statement: Tree, around: Around): Effect {
  const node = getNode(statement)
  if (node === null) return 'other'
  const { name, fields } = node
  switch (name) {
    case 'VariableSetStmt':
      return isSet(fields, 'is_local') || toText(fields, 'name').startsWith('TRANSACTION')
        ? 'transaction'
        : 'session'
    case 'ExplainStmt':
      return isAnalyzed(fields) ? getEffect(fields['query'] as Tree, around) : 'read'
    case 'ExecuteStmt':
      return around.prepared.get(toText(fields, 'name')) ?? 'write'
    case 'CopyStmt':
      return effectOfCopy(fields)
    case 'DoStmt':
      return effectOfBody(getBody(around.parser, around.text, statement), around)
    case 'PrepareStmt':
      return 'session'
    default:
      if (queries.has(name)) return strongest([plain.get(name) ?? 'read', ...inside(statement)])
      return plain.get(name) ?? 'define'
  }
}

function effectOfCopy(fields: Tree): Effect {
  const toServer = isSet(fields, 'is_program') || toText(fields, 'filename') !== ''
  return isSet(fields, 'is_from') || toServer ? 'write' : strongest(inside(fields['query']))
}

function effectOfBody(body: Body | null, around: Around): Effect {
  if (body === null) return 'write'
  const effects = body.parts.flatMap(({ statements, text }) =>
    statements.map((statement) => getEffect(statement, { ...around, text })),
  )
  if (body.hasUnknown) effects.push('write')
  if (body.commits) effects.push('transaction')
  return strongest(effects)
}

/** Effects of the parts of a query: statements in `with`, locks, `into`, functions. */
function inside(tree: unknown): Effect[] {
  const found: Effect[] = []
  walk(tree, (name, fields) => {
    if (plain.get(name) === 'write') found.push('write')
    if (name === 'IntoClause' || fields['intoClause'] !== undefined) found.push('define')
    if (name === 'LockingClause') found.push('transaction')
    if (name === 'FuncCall') {
      found.push(effectOfFunction(listStrings(getList(fields, 'funcname')).at(-1) ?? ''))
    }
    return undefined
  })
  return found
}

/** Only then does `explain` execute the statement. */
export const isAnalyzed = (fields: Tree): boolean => isOn(fields, 'analyze')

/** Whether an option of `explain` or `vacuum` is on: the last occurrence counts. */
export function isOn(fields: Tree, option: string): boolean {
  const said = getList(fields, 'options').filter((item) => {
    const node = getNode(item)
    return node !== null && toText(node.fields, 'defname') === option
  })
  const last = getNode(said.at(-1))
  if (last === null) return false
  const value = getNode(last.fields['arg'])
  if (value === null) return true
  const word = toText(value.fields, 'sval').toLowerCase()
  return value.name === 'Integer' ? value.fields['ival'] === 1 : !['false', 'off'].includes(word)
}
