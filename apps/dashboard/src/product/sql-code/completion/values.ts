import type { Catalog } from './catalog.ts'
import type { Offer } from './offers.ts'
import type { Scope } from './scope.ts'
import { isName, isSymbol, isWord, openAt, type Word } from './script-words.ts'
import { listColumns, type SeenColumn } from './source-columns.ts'

type Lookup = { words: readonly Word[]; catalog: Catalog; scope: Scope }

/** Labels of the enum that the column before an `=`, `<>` or `in (` is of. */
export function valuesAt(lookup: Lookup, at: number): Offer[] {
  const column = comparedColumn(lookup, at)
  if (column === undefined) return []
  return lookup.catalog.listLabels(column.type).map((label, position) => ({
    label: `'${label.replaceAll("'", "''")}'`,
    kind: 'value',
    detail: column.type,
    rank: 90 - Math.min(position, 40),
  }))
}

function comparedColumn(lookup: Lookup, at: number): SeenColumn | undefined {
  const { words } = lookup
  let before = at - 1
  if (isSymbol(words[before], '(') || isSymbol(words[before], ',')) {
    const open = openAt(words, at)
    if (!isWord(words[open - 1], 'in')) return undefined
    before = isWord(words[open - 2], 'not') ? open - 3 : open - 2
  } else {
    const isComparison = ['=', '<', '>', '!'].some((sign) => isSymbol(words[before], sign))
    if (!isComparison) return undefined
    while (['=', '<', '>', '!'].some((sign) => isSymbol(words[before], sign))) before--
  }
  return columnEndingAt(lookup, before)
}

/** The column that the words up to a place name. */
function columnEndingAt(lookup: Lookup, at: number): SeenColumn | undefined {
  const { words, scope } = lookup
  const name = words[at]
  if (!isName(name)) return undefined
  const qualifier = isSymbol(words[at - 1], '.') ? words[at - 2]?.name : undefined
  for (const source of scope.levels.flat()) {
    if (qualifier !== undefined && source.alias !== qualifier) continue
    const found = listColumns(source, lookup).find((column) => column.name === name.name)
    if (found !== undefined) return found
  }
  return undefined
}
