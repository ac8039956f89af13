import { isVolatile } from './functions.ts'
import { getList, getNode, getPart, listStrings, toText, type Tree, walk } from './tree.ts'
import type { NewType } from './warning.ts'

/** Changes that always rewrite the table. */
const always = new Set([
  'AT_SetLogged',
  'AT_SetUnLogged',
  'AT_SetAccessMethod',
  'AT_SetTableSpace',
  'AT_SetExpression',
])

/** Every column that can become one of these without a limit has their form on disk already. */
const compatible = new Set(['text', 'varchar'])

const serial = new Set(['serial', 'serial2', 'serial4', 'serial8', 'bigserial', 'smallserial'])

/**
 * Whether a part of `alter table` rewrites the whole table under an exclusive lock. The column's
 * former type is not in the text, so every new type counts except those that text can be changed to
 * without touching the rows.
 */
export function rewrites(command: Tree): boolean {
  const type = toText(command, 'subtype')
  const column = getNode(command['def'])?.fields ?? {}
  if (type === 'AT_AlterColumnType') return newType(toText(command, 'name'), column) === null
  return type === 'AT_AddColumn' ? fillsRows(column) : always.has(type)
}

/** The column whose new type rewrites the table unless it only widens. */
export function widened(command: Tree): NewType | null {
  if (toText(command, 'subtype') !== 'AT_AlterColumnType') return null
  return newType(toText(command, 'name'), getNode(command['def'])?.fields ?? {})
}

/** Null for a type whose form on disk is another one in any case. */
function newType(name: string, column: Tree): NewType | null {
  const written = getPart(column, 'typeName')
  const type = listStrings(getList(written, 'names')).at(-1)
  if (type !== 'text' && type !== 'varchar' && type !== 'numeric') return null
  const limits = getList(written, 'typmods').map(getNumber)
  const isKnown = limits.every((limit) => limit !== null) && limits.length < 3
  const isList = getList(written, 'arrayBounds').length > 0
  if (isList || !isKnown || !isItself(name, column['raw_default'])) return null
  return { name, type, limits: limits.filter((limit) => limit !== null) }
}

/** A number as it is written; PostgreSQL leaves a zero out. */
function getNumber(node: unknown): number | null {
  const { name, fields = {} } = getNode(node) ?? {}
  if (name !== 'A_Const') return null
  const value = getPart(fields, 'ival')['ival'] ?? 0
  return 'ival' in fields && typeof value === 'number' ? value : null
}

/** `using` with the column itself, cast or not, changes nothing more. */
function isItself(name: string, using: unknown): boolean {
  const node = getNode(using)
  if (node === null) return true
  if (node.name === 'TypeCast') {
    const to = listStrings(getList(getPart(node.fields, 'typeName'), 'names')).at(-1) ?? ''
    return compatible.has(to) && isItself(name, node.fields['arg'])
  }
  return node.name === 'ColumnRef' && listStrings(getList(node.fields, 'fields')).at(-1) === name
}

/** Whether a new column has a different value in each row. */
function fillsRows(column: Tree): boolean {
  if (serial.has(listStrings(getList(getPart(column, 'typeName'), 'names')).at(-1) ?? ''))
    return true
  return getList(column, 'constraints').some((item) => {
    const constraint = getNode(item)?.fields ?? {}
    switch (toText(constraint, 'contype')) {
      case 'CONSTR_IDENTITY':
        return true
      case 'CONSTR_GENERATED':
        return toText(constraint, 'generated_kind') !== 'v'
      case 'CONSTR_DEFAULT':
        return hasVolatile(constraint['raw_expr'])
      default:
        return false
    }
  })
}

function hasVolatile(expression: unknown): boolean {
  let found = false
  walk(expression, (name, fields) => {
    if (name === 'FuncCall') found ||= isVolatile(listStrings(getList(fields, 'funcname')))
    return undefined
  })
  return found
}
