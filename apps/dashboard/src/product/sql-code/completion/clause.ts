import { flat, isMember, isSymbol, isWord, type Stretch, type Word } from './script-words.ts'

type Clause =
  | 'start'
  | 'with'
  | 'select'
  | 'from'
  | 'join'
  | 'on'
  | 'using'
  | 'where'
  | 'group'
  | 'order'
  | 'limit'
  | 'set'
  | 'values'
  | 'into'
  | 'target'
  | 'conflict'
  | 'returning'
  | 'other'

export type ClauseAt = {
  clause: Clause
  /** The index of the word that starts the clause; -1 at the beginning. */
  since: number
  /** The verb of the statement: its first word, or the `select` of an insert. */
  verb: string
  /** After `on conflict` of an insert. */
  isConflict: boolean
  /** The query between set operators that the place is in. */
  unit: Stretch
}

const verbs = new Set(
  `select insert update delete merge create alter drop truncate copy lock analyze vacuum grant revoke
  comment call refresh reindex cluster table values set show reset do execute explain`.split(
    /\s+/u,
  ),
)

/** Verbs that may precede a query, so that the next verb takes over. */
const leading = new Set(['', 'explain', 'analyze', 'insert', 'create', 'do'])

/** In which clause of its query a place of the region is. */
export function clauseAt(words: readonly Word[], region: Stretch, at: number): ClauseAt {
  let state: ClauseAt = {
    clause: 'start',
    since: -1,
    verb: '',
    isConflict: false,
    unit: { from: region.from, to: region.to },
  }
  for (const position of flat(words, { from: region.from, to: at })) {
    const word = words[position]
    if (word?.kind !== 'word' || isMember(words, position)) continue
    state = after(state, words, position)
  }
  const end = endOfUnit(words, { from: at, to: region.to })
  return { ...state, unit: { from: state.unit.from, to: end } }
}

function endOfUnit(words: readonly Word[], rest: Stretch): number {
  for (const position of flat(words, rest)) {
    if (isWord(words[position], 'union', 'intersect', 'except')) return position
  }
  return rest.to
}

/** The state after one more word. */
function after(state: ClauseAt, words: readonly Word[], position: number): ClauseAt {
  const name = words[position]?.name ?? ''
  const before = words[position - 1]
  if (name === 'union' || name === 'intersect' || name === 'except') {
    return {
      clause: 'start',
      since: position,
      verb: '',
      isConflict: false,
      unit: { from: position + 1, to: state.unit.to },
    }
  }
  const isVerb = verbs.has(name) && leading.has(state.verb) && hasVerb(state, words, position)
  const verb = isVerb ? name : state.verb
  const clause = buildClause(name, before, { ...state, verb })
  if (clause === undefined) return { ...state, verb }
  const isConflict = clause === 'conflict' || (state.isConflict && clause !== 'returning')
  return { ...state, verb, clause, since: position, isConflict }
}

/** A verb in the middle of a clause is a name or part of another phrase. */
function hasVerb({ clause, verb }: ClauseAt, words: readonly Word[], position: number): boolean {
  if (verb === '' || verb === 'explain' || verb === 'analyze') return true
  if (verb === 'insert') return isWord(words[position], 'select')
  return (
    isWord(words[position - 1], 'as', 'also', 'instead') || (verb === 'do' && clause === 'start')
  )
}

function buildClause(name: string, before: Word | undefined, state: ClauseAt): Clause | undefined {
  const { verb } = state
  switch (name) {
    case 'with':
      return state.clause === 'start' && verb !== 'copy' ? 'with' : undefined
    case 'select':
      return 'select'
    case 'from':
      return isWord(before, 'distinct') ? undefined : 'from'
    case 'join':
      return 'join'
    case 'on':
      if (state.clause === 'select') return undefined
      return verb === 'create' || verb === 'grant' || verb === 'drop' || verb === 'alter'
        ? 'target'
        : 'on'
    case 'conflict':
      return isWord(before, 'on') ? 'conflict' : undefined
    case 'using':
      return verb === 'delete' || verb === 'merge' ? 'from' : getUsing(verb)
    case 'where':
    case 'having':
    case 'when':
      return name === 'when' && verb !== 'merge' ? undefined : 'where'
    case 'by':
      return isWord(before, 'group') ? 'group' : getOrder(before)
    case 'limit':
    case 'offset':
    case 'fetch':
      return state.clause === 'start' ? undefined : 'limit'
    case 'set':
      return 'set'
    case 'values':
      return 'values'
    case 'into':
      return isWord(before, 'insert', 'merge') ? 'into' : undefined
    case 'returning':
      return 'returning'
    case 'update':
      return verb === 'update' && state.clause === 'start' ? 'target' : getUpdate(before, state)
    case 'table':
      return verb === 'create' ? 'other' : 'target'
    case 'truncate':
    case 'lock':
    case 'copy':
    case 'analyze':
    case 'vacuum':
      return verb === name && state.clause === 'start' ? 'target' : undefined
    case 'view':
    case 'sequence':
      return verb === 'refresh' || verb === 'drop' || verb === 'alter' ? 'target' : undefined
    default:
      return verbs.has(name) && verb === name && state.clause === 'start' ? 'other' : undefined
  }
}

const getOrder = (before: Word | undefined): Clause | undefined =>
  isWord(before, 'order', 'partition') ? 'order' : undefined

/** A join is made `using` columns; a policy or an index `using` an expression or a method. */
const getUsing = (verb: string): Clause =>
  verb === 'create' || verb === 'alter' ? 'where' : 'using'

/** `with x as (…) update t`: the update after the parenthesis is the statement's verb. */
const getUpdate = (before: Word | undefined, { clause, verb }: ClauseAt): Clause | undefined =>
  clause === 'with' && isSymbol(before, ')') && verb === 'update' ? 'target' : undefined
