import { clauseAt, type ClauseAt } from './clause.ts'
import { namesIn, type Scope, type Source } from './scope.ts'
import {
  getInside,
  isName,
  isSymbol,
  isWord,
  openAt,
  type Stretch,
  type Word,
} from './script-words.ts'
import { keywords } from './words.ts'

/** The candidates at a position. */
export type Target = {
  relations?: 'any' | 'with-functions'
  /** Columns of everything in scope, or of these sources only. */
  columns?: 'scope' | readonly Source[]
  /** Names of columns that are listed already. */
  except?: readonly string[]
  routines?: 'functions' | 'procedures' | 'triggers'
  /** Conditions of foreign keys for the last joined table, with the `on` that is missing or not. */
  joins?: 'on' | 'condition'
  /** Aliases of the select list. */
  hasOutputNames?: boolean
  hasSchemas?: boolean
  /** Arguments and variables of a function. */
  hasLocals?: boolean
  hasTypes?: boolean
  keywords?: readonly string[]
  /** The list opens before anything was typed. */
  opens?: boolean
}

export const expression: Target = {
  columns: 'scope',
  routines: 'functions',
  keywords: keywords.expression,
}
const types: Target = { hasTypes: true }
const relations = (more: Target = {}): Target => ({ relations: 'any', opens: true, ...more })

/** The candidates between the words before the position and those after it. */
export function requestedAt(words: readonly Word[], at: number, scope: Scope): Target {
  const before = words[at - 1]
  if (isSymbol(before, ':') && isSymbol(words[at - 2], ':')) return { ...types, opens: true }
  const open = openAt(words, at)
  return (
    afterPhrase(words, at) ??
    (open === -1 ? undefined : inParentheses(words, { from: open, to: at }, scope)) ??
    inClause(words, at, scope)
  )
}

/** Places that the words right before them decide, wherever they are. */
function afterPhrase(words: readonly Word[], at: number): Target | undefined {
  const before = words[at - 1]
  const beforeThat = words[at - 2]
  if (isWord(before, 'references')) return relations()
  if (isWord(before, 'schema', 'search_path')) return { hasSchemas: true, opens: true }
  if (isWord(before, 'function', 'procedure') && isWord(beforeThat, 'execute')) {
    return { routines: 'triggers', opens: true }
  }
  if (isWord(before, 'call')) return { routines: 'procedures', opens: true }
  if (isWord(before, 'function', 'routine') && isWord(beforeThat, 'drop', 'alter', 'on')) {
    return { routines: 'functions' }
  }
  if (isWord(before, 'procedure') && isWord(beforeThat, 'drop', 'alter', 'on')) {
    return { routines: 'procedures' }
  }
  if (isWord(before, 'type') && isWord(beforeThat, 'drop', 'alter')) return types
  return undefined
}

/** Places in parentheses that hold no query; the opening one is at `from`. */
function inParentheses(
  words: readonly Word[],
  { from: open, to: at }: Stretch,
  scope: Scope,
): Target | undefined {
  const region = getInside(words, open)
  if (
    isWord(words[region.from], 'select', 'with', 'insert', 'update', 'delete', 'values', 'table')
  ) {
    if (region.from < at) return undefined
  }
  const opener = words[open - 1]
  const around = clauseAt(words, getInside(words, openAt(words, open)), open)
  const target = scope.levels.flat().find(({ isTarget }) => isTarget)
  const listed = namesIn(words, region)
  if (isWord(opener, 'cast') || isWord(words[at - 1], 'as')) {
    return isWord(words[at - 1], 'as') ? { ...types, opens: true } : expression
  }
  if (around.clause === 'values')
    return { ...expression, keywords: ['default', ...keywords.expression] }
  if (around.clause === 'into' && isName(opener)) return columnList(target, listed)
  if (isWord(opener, 'conflict')) return columnList(target, listed)
  if (around.clause === 'using' && isWord(opener, 'using')) {
    return { columns: scope.levels[0]?.slice(-1) ?? [], except: listed, opens: true }
  }
  const referred = referredBefore(words, open)
  if (referred !== undefined) return { ...columnList(referred, listed) }
  if (around.clause === 'target') return onTarget(around, target, listed)
  if (around.verb === 'create' && isTableBody(words, open)) return inDefinition(words, at)
  if (isWord(opener, 'over') || (isWord(opener, 'as') && isWord(words[open - 3], 'window'))) {
    return { ...expression, keywords: [...keywords.over, ...keywords.expression] }
  }
  if (region.from === at && isQueryPosition(opener))
    return { keywords: keywords.query, opens: false }
  if (region.from === at)
    return { ...expression, keywords: [...keywords.expression, ...keywords.query] }
  if (isWord(words[at - 1], 'by')) return { ...expression, opens: true }
  return expression
}

const columnList = (target: Source | undefined, except: readonly string[]): Target => ({
  columns: target === undefined ? [] : [target],
  except,
  opens: true,
})

const isQueryPosition = (opener: Word | undefined): boolean =>
  isWord(opener, 'from', 'join', 'exists', 'as', 'materialized', 'lateral')

/** `create index … on t (`, `copy t (` and the table of a policy. */
function onTarget(
  { verb }: ClauseAt,
  target: Source | undefined,
  listed: readonly string[],
): Target {
  const isOfTarget = target !== undefined && verb !== 'create'
  if (isOfTarget && verb !== 'alter') return columnList(target, listed)
  return { ...expression, columns: target === undefined ? 'scope' : [target] }
}

/** The table of `references t (`. */
function referredBefore(words: readonly Word[], open: number): Source | undefined {
  const name = words[open - 1]
  const isQualified = isSymbol(words[open - 2], '.')
  const first = isQualified ? open - 3 : open - 1
  if (!isName(name) || !isWord(words[first - 1], 'references')) return undefined
  return {
    alias: undefined,
    schema: isQualified ? words[first]?.name : undefined,
    name: name.name,
    body: undefined,
    isFunction: false,
    columns: undefined,
    isTarget: false,
    at: { from: first, to: open },
  }
}

/** Whether the parenthesis contains the columns of `create table x (`. */
function isTableBody(words: readonly Word[], open: number): boolean {
  let at = open - 1
  while (at >= 0 && (isName(words[at]) || isSymbol(words[at], '.'))) {
    if (isWord(words[at], 'table')) return true
    at--
  }
  return false
}

/** The name of a column, then its type, then its constraints. */
function inDefinition(words: readonly Word[], at: number): Target {
  const isStart = (word: Word | undefined) => isSymbol(word, '(') || isSymbol(word, ',')
  if (isStart(words[at - 1])) return { keywords: keywords.column }
  if (isStart(words[at - 2])) return { ...types, opens: true }
  return { keywords: keywords.column, routines: 'functions' }
}

function inClause(words: readonly Word[], at: number, scope: Scope): Target {
  const { query } = scope
  const before = words[at - 1]
  const isNext = query.since === at - 1
  switch (query.clause) {
    case 'start':
      return { keywords: keywords.start }
    case 'with':
      return {
        keywords: isSymbol(before, ')') ? keywords.start : ['as', 'recursive', 'materialized'],
      }
    case 'select':
      return isWord(before, 'as') ? {} : { ...expression, keywords: keywords.select }
    case 'from':
    case 'join':
      return inTables(words, at, scope)
    case 'on':
      return isNext || isWord(before, 'and')
        ? { ...expression, joins: 'condition', opens: isNext }
        : expression
    case 'group':
    case 'order':
      return {
        ...expression,
        hasOutputNames: true,
        keywords:
          isNext || isSymbol(before, ',')
            ? keywords.order
            : [...keywords.order, ...keywords.expression],
      }
    case 'limit':
      return { keywords: keywords.order }
    case 'set':
      return inSet(words, at, scope)
    case 'into':
      return isNext ? relations() : { keywords: keywords.target }
    case 'target':
      return inTarget(words, at, scope)
    case 'values':
    case 'conflict':
      return { keywords: keywords.after }
    case 'using':
      return { keywords: keywords.afterTable }
    case 'where':
    case 'returning':
      return expression
    case 'other':
    default:
      return { keywords: [...keywords.start, ...keywords.column, ...keywords.after] }
  }
}

function inTables(words: readonly Word[], at: number, scope: Scope): Target {
  const before = words[at - 1]
  const isNext = scope.query.since === at - 1
  if (isNext || isSymbol(before, ',') || isWord(before, 'only', 'lateral')) {
    return { relations: 'with-functions', keywords: keywords.relation, opens: true }
  }
  if (isWord(before, 'as')) return {}
  return {
    keywords: keywords.afterTable,
    ...(scope.query.clause === 'join' && { joins: 'on' as const }),
  }
}

function inSet(words: readonly Word[], at: number, { levels, query }: Scope): Target {
  const target = levels[0]?.find(({ isTarget }) => isTarget)
  const before = words[at - 1]
  if (target === undefined) return { keywords: keywords.alter }
  if (query.verb === 'alter') return { keywords: keywords.alter }
  if (query.since === at - 1 || isSymbol(before, ',')) {
    const listed = assigned(words, { from: query.since + 1, to: at })
    return { columns: [target], except: listed, opens: true }
  }
  return { ...expression, keywords: ['default', ...keywords.expression] }
}

/** Columns that a `set` assigns already. */
const assigned = (words: readonly Word[], stretch: Stretch): string[] => namesIn(words, stretch)

function inTarget(words: readonly Word[], at: number, { levels, query }: Scope): Target {
  const before = words[at - 1]
  const isList = query.verb === 'truncate' || query.verb === 'drop'
  const isNext = query.since === at - 1 || isWord(before, 'only', 'exists', 'concurrently', 'table')
  if (isNext || (isList && isSymbol(before, ','))) return relations()
  if (query.verb !== 'alter') return { keywords: keywords.target }
  const target = levels[0]?.find(({ isTarget }) => isTarget)
  const ofTarget = target === undefined ? [] : [target]
  const [two, three] = [words[at - 2], words[at - 3]]
  if (isWord(before, 'type') || (isWord(two, 'column') && isWord(three, 'add'))) return types
  if (isWord(before, 'column') && isWord(two, 'drop', 'alter', 'rename')) {
    return { columns: ofTarget, opens: true }
  }
  if (isWord(before, 'drop', 'alter', 'rename')) {
    return { columns: ofTarget, keywords: ['column', 'constraint', 'to'] }
  }
  return { keywords: keywords.alter }
}
