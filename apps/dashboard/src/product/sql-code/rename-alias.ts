import { isReserved } from '../names/written-name.ts'
import type { Catalog } from './completion/catalog.ts'
import type { Position } from './completion/offers.ts'
import { type Scope, scopeAt, type Source } from './completion/scope.ts'
import { isName, isSymbol, isWord, type Word, splitWords } from './completion/script-words.ts'
import { listColumns } from './completion/source-columns.ts'

export type TextRange = { from: number; to: number }

/**
 * Every place in the statement where the alias at the cursor is written, the one at the cursor
 * first; none when there is no alias. Another query's alias of the same name is not meant.
 */
export function positionsOfAlias(where: Position, catalog: Catalog | undefined): TextRange[] {
  const { script, start, end, position } = where
  const words = splitWords(script, start, end)
  const at = words.findIndex(
    (word) => word.start <= position && position <= word.end && isName(word),
  )
  const word = words[at]
  const declared = at === -1 ? undefined : aliasAt(words, at, catalog)
  if (word === undefined || declared === undefined) return []
  const positions = words.flatMap(({ name, start: from, end: to }, place) =>
    name === word.name && aliasAt(words, place, catalog)?.at.from === declared.at.from
      ? [{ from, to }]
      : [],
  )
  return [
    { from: word.start, to: word.end },
    ...positions.filter(({ from }) => from !== word.start),
  ]
}

/** The table whose alias a word is, as its declaration or as a use of it. */
function aliasAt(
  words: readonly Word[],
  at: number,
  catalog: Catalog | undefined,
): Source | undefined {
  const word = words[at]
  if (!isName(word) || isSymbol(words[at - 1], '.')) return undefined
  const scope = scopeAt(words, at + 1)
  const sources = scope.levels.flat()
  const around = sources.find(({ at: own }) => own.from <= at && at < own.to)
  if (around !== undefined && around.body === undefined) {
    return aliasWord(words, around) === at ? around : undefined
  }
  const source = sources.find(({ alias }) => alias === word.name)
  if (source === undefined || aliasWord(words, source) === -1) return undefined
  if (aliasWord(words, source) === at || isSymbol(words[at + 1], '.')) return source
  return isWholeRow(words, at, { scope, catalog }) ? source : undefined
}

/** The index of a table's alias; -1 when it has none. */
function aliasWord(
  words: readonly Word[],
  { alias, at, isFunction, body, schema }: Source,
): number {
  const first =
    body !== undefined
      ? (words[at.from]?.partner ?? at.to) + 1
      : at.from + (schema === undefined ? 1 : 3)
  const from = isFunction ? (words[first]?.partner ?? at.to) + 1 : first
  for (let place = from; place < at.to; place++) {
    if (isName(words[place]) && words[place]?.name === alias && !isWord(words[place], 'as'))
      return place
  }
  return -1
}

/** A whole-row reference, as in `count(a)`: neither a column nor an alias. */
function isWholeRow(
  words: readonly Word[],
  at: number,
  { scope, catalog }: { scope: Scope; catalog: Catalog | undefined },
): boolean {
  const before = words[at - 1]
  const isBehindOperand =
    before === undefined ||
    isSymbol(before, ')') ||
    before.kind === 'name' ||
    before.kind === 'text' ||
    before.kind === 'number' ||
    isWord(before, 'as') ||
    (before.kind === 'word' && !isReserved(before.name) && !isWord(before, 'by', 'of'))
  if (isBehindOperand || isSymbol(words[at + 1], '(') || catalog === undefined) return false
  const isColumn = scope.levels
    .flat()
    .some((source) =>
      listColumns(source, { words, catalog, scope }).some(({ name }) => name === words[at]?.name),
    )
  return !isColumn
}

/** The script with another name in these places. */
export function renamed(script: string, positions: readonly TextRange[], name: string): string {
  let text = ''
  let done = 0
  for (const { from, to } of positions.toSorted((one, other) => one.from - other.from)) {
    text += script.slice(done, from) + name
    done = to
  }
  return text + script.slice(done)
}
