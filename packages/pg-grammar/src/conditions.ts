import { isSet, getList, getNode, listStrings, toText, type Tree } from './tree.ts'

type Constant = boolean | number | string | null

/**
 * Whether a condition is true for every row: `true`, `1 = 1`, `not false`, or one of these in an
 * `or`. A condition with a column or a function never counts.
 */
export const isAlwaysTrue = (condition: unknown): boolean => getConstant(condition) === true

/** The value of an expression of constants; undefined when it has anything else in it. */
function getConstant(expression: unknown): Constant | undefined {
  const node = getNode(expression)
  if (node === null) return undefined
  return folds[node.name]?.(node.fields)
}

const folds: Readonly<Record<string, (fields: Tree) => Constant | undefined>> = {
  A_Const: toLiteral,
  A_Expr: getComparison,
  BoolExpr: getLogic,
  BooleanTest(fields) {
    const value = getConstant(fields['arg'])
    if (typeof value !== 'boolean') return undefined
    if (toText(fields, 'booltesttype') === 'IS_TRUE') return value
    return toText(fields, 'booltesttype') === 'IS_FALSE' ? !value : undefined
  },
  NullTest(fields) {
    const value = getConstant(fields['arg'])
    if (value === undefined) return undefined
    return (value === null) === (toText(fields, 'nulltesttype') === 'IS_NULL')
  },
  TypeCast(fields) {
    const value = getConstant(fields['arg'])
    const type = listStrings(getList(getType(fields), 'names')).at(-1)
    if (type !== 'bool' || typeof value !== 'string') return value
    const word = value.trim().toLowerCase()
    if (['t', 'true', 'y', 'yes', 'on', '1'].includes(word)) return true
    return ['f', 'false', 'n', 'no', 'off', '0'].includes(word) ? false : undefined
  },
}

const getType = (fields: Tree): Tree => {
  const type = fields['typeName']
  return typeof type === 'object' && type !== null ? (type as Tree) : {}
}

function toLiteral(fields: Tree): Constant | undefined {
  if (isSet(fields, 'isnull')) return null
  const [kind, value] = Object.entries(fields).find(([key]) => key.endsWith('val')) ?? []
  if (kind === undefined || typeof value !== 'object' || value === null) return undefined
  const inner = value as Tree
  if (kind === 'boolval') return isSet(inner, 'boolval')
  // A zero is left out.
  if (kind === 'ival') return typeof inner['ival'] === 'number' ? inner['ival'] : 0
  if (kind === 'fval') return Number(toText(inner, 'fval'))
  return kind === 'sval' ? toText(inner, 'sval') : undefined
}

function getLogic(fields: Tree): Constant | undefined {
  const values = getList(fields, 'args').map(getConstant)
  switch (toText(fields, 'boolop')) {
    case 'NOT_EXPR':
      return typeof values[0] === 'boolean' ? !values[0] : values[0]
    case 'OR_EXPR':
      if (values.includes(true)) return true
      return values.every((value) => value === false) ? false : undefined
    case 'AND_EXPR':
      if (values.includes(false)) return false
      return values.every((value) => value === true) ? true : undefined
    default:
      return undefined
  }
}

type Comparison = (left: number | string, right: number | string) => boolean

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': (left, right) => left === right,
  '<>': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
}

function getComparison(fields: Tree): Constant | undefined {
  if (toText(fields, 'kind') !== 'AEXPR_OP') return undefined
  const [operator = ''] = listStrings(getList(fields, 'name'))
  const left = getConstant(fields['lexpr'])
  const right = getConstant(fields['rexpr'])
  if (left === null || right === null) return null
  if (left === undefined || right === undefined) return undefined
  const bothNumbers = typeof left === 'number' || typeof right === 'number'
  const [first, second] = bothNumbers
    ? [Number(left), Number(right)]
    : [String(left), String(right)]
  if (Number.isNaN(first) || Number.isNaN(second)) return undefined
  return comparisons[operator]?.(first, second)
}
