import { type Local, specialNames } from '../../names/local-names.ts'
import { flat, getInside, isName, isSymbol, isWord, splitWords, type Word } from './script-words.ts'

/** The body between dollar quotes in a statement, with the names that it sees. */
export type DefinitionBody = {
  start: number
  end: number
  arguments: readonly Local[]
  isProcedural: boolean
}

type Place = { script: string; start: number; end: number; position: number }

/** The body of `create function`, `create procedure` or `do` that holds the position. */
export function findBody({ script, start, end, position }: Place): DefinitionBody | undefined {
  const words = splitWords(script, start, end)
  const at = isWord(words[1], 'or') ? 3 : 1
  const isRoutine = isWord(words[0], 'create') && isWord(words[at], 'function', 'procedure')
  if (!isRoutine && !isWord(words[0], 'do')) return undefined
  const range = rangeAround(script, words, position)
  if (range === undefined) return undefined
  const language = readLanguage(words) ?? 'plpgsql'
  const isProcedural = language === 'plpgsql'
  if (!isProcedural && language !== 'sql') return undefined
  const own = isRoutine ? readArguments(script, words) : []
  const returns = words.findIndex((word) => isWord(word, 'returns'))
  const special = isProcedural ? specialNames(words[returns + 1]?.name ?? '') : []
  return { ...range, arguments: [...own, ...special], isProcedural }
}

function rangeAround(script: string, words: readonly Word[], position: number) {
  const word = words.find((one) => one.start < position && position <= one.end)
  const text = word?.kind === 'text' ? script.slice(word.start, word.end) : ''
  const tag = /^\$[^$]*\$/u.exec(text)?.[0]
  if (word === undefined || tag === undefined) return undefined
  const start = word.start + tag.length
  const isClosed = text.length >= 2 * tag.length && text.endsWith(tag)
  const end = isClosed ? word.end - tag.length : word.end
  return start <= position && position <= end ? { start, end } : undefined
}

function readLanguage(words: readonly Word[]): string | undefined {
  const at = words.findIndex((word) => isWord(word, 'language'))
  return at === -1 ? undefined : words[at + 1]?.name.replaceAll("'", '').toLowerCase()
}

/** Those with a name, and the columns of `returns table`. */
function readArguments(script: string, words: readonly Word[]): Local[] {
  const lists = words.flatMap((word, at) =>
    isSymbol(word, '(') && (isFirstOpen(words, at) || isWord(words[at - 1], 'table')) ? [at] : [],
  )
  return lists.flatMap((open) => {
    const items: Word[][] = [[]]
    for (const at of flat(words, getInside(words, open))) {
      const word = words[at]
      if (isSymbol(word, ',')) items.push([])
      else if (word !== undefined) items.at(-1)?.push(word)
    }
    return items.flatMap((item) => readArgument(script, item) ?? [])
  })
}

const isFirstOpen = (words: readonly Word[], at: number): boolean =>
  words.findIndex((word) => isSymbol(word, '(')) === at

function readArgument(script: string, item: readonly Word[]): Local | undefined {
  const hasMode = isWord(item[0], 'in', 'out', 'inout', 'variadic')
  const [name, ...rest] = hasMode ? item.slice(1) : item
  const found = rest.findIndex((word) => isWord(word, 'default') || isSymbol(word, '='))
  const type = rest.slice(0, found === -1 ? undefined : found)
  const [first, last] = [type[0], type.at(-1)]
  // A type alone has no name: `numeric(8, 2)`, `public.orders`.
  if (!isName(name) || first === undefined || last === undefined || !isName(first)) return undefined
  return { name: name.name, type: script.slice(first.start, last.end) }
}
