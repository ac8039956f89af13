import type { Parser } from './parser.ts'
import { getList, getNode, getPart, listStrings, type Tree } from './tree.ts'

/** Placeholder for a name that is only known when the text runs. */
export const unknownName = 'named_when_it_runs'

type Known = {
  text: string
  /** False when a piece may be more than one name or one value. */
  isWhole: boolean
}

/**
 * The SQL that an expression builds, as far as it is literal: literals, `||`, `concat` and
 * `format`. Null when no part of it is.
 */
export function dynamicText(parser: Parser, expression: string): Known | null {
  const outcome = parser.parse(`select ${expression}`)
  if (!('statements' in outcome)) return null
  const select = getNode(outcome.statements[0])
  const [target] = select === null ? [] : getList(select.fields, 'targetList')
  const value = getNode(target)?.fields['val']
  const piece = getPiece(value)
  return piece.hasLiteral ? { text: piece.text, isWhole: piece.isWhole } : null
}

type Piece = Known & { hasLiteral: boolean }

const unknown: Piece = { text: unknownName, isWhole: false, hasLiteral: false }
const someName: Piece = { text: unknownName, isWhole: true, hasLiteral: false }
const someValue: Piece = { text: "''", isWhole: true, hasLiteral: false }

function getPiece(expression: unknown): Piece {
  const node = getNode(expression)
  if (node === null) return unknown
  const { name, fields } = node
  if (name === 'A_Const') return toLiteral(fields)
  if (name === 'A_Expr' && listStrings(getList(fields, 'name')).at(-1) === '||') {
    return joined([getPiece(fields['lexpr']), getPiece(fields['rexpr'])])
  }
  if (name === 'TypeCast') {
    const type = listStrings(getList(getPart(fields, 'typeName'), 'names')).at(-1) ?? ''
    const inner = getPiece(fields['arg'])
    return !inner.hasLiteral && type === 'regclass' ? someName : inner
  }
  return name === 'FuncCall' ? getCall(fields) : unknown
}

function toLiteral(fields: Tree): Piece {
  const text = getPart(fields, 'sval')['sval']
  if (typeof text === 'string') return { text, isWhole: true, hasLiteral: true }
  return 'sval' in fields ? { text: '', isWhole: true, hasLiteral: true } : someValue
}

const joined = (pieces: readonly Piece[]): Piece => ({
  text: pieces.map(({ text }) => text).join(''),
  isWhole: pieces.every(({ isWhole }) => isWhole),
  hasLiteral: pieces.some(({ hasLiteral }) => hasLiteral),
})

function getCall(fields: Tree): Piece {
  const pieces = getList(fields, 'args').map(getPiece)
  switch (listStrings(getList(fields, 'funcname')).at(-1) ?? '') {
    case 'format':
      return formatted(pieces)
    case 'concat':
      return joined(pieces)
    case 'quote_ident':
      return someName
    case 'quote_literal':
    case 'quote_nullable':
      return someValue
    default:
      return unknown
  }
}

function formatted([pattern = unknown, ...values]: readonly Piece[]): Piece {
  if (!pattern.hasLiteral) return unknown
  let { isWhole } = pattern
  let used = 0
  const text = pattern.text.replaceAll(
    /%(?:(?<at>\d+)\$)?(?:-?\d+|-?\*)?(?<kind>[sIL%])/gu,
    (...found: unknown[]) => {
      const { at, kind } = found.at(-1) as { at?: string; kind: string }
      if (kind === '%') return '%'
      const value = values[at === undefined ? used : Number(at) - 1] ?? unknown
      used = at === undefined ? used + 1 : Number(at)
      if (kind === 'L') return "''"
      if (kind === 'I')
        return value.hasLiteral ? `"${value.text.replaceAll('"', '""')}"` : unknownName
      isWhole &&= value.isWhole
      return value.text
    },
  )
  return { text, isWhole, hasLiteral: true }
}
