import { quoteIdent } from '@basalt/pg-sql'

import { unknownName } from './dynamic-sql.ts'
import { getList, getNode, listStrings, toText, type Tree } from './tree.ts'

const atRunTime = 'named when it runs'

const written = (name: string): string => {
  if (name === '') return '""'
  return /^[a-z_][\w$]*$/u.test(name) && name === name.toLowerCase() ? name : quoteIdent(name)
}

/** A name as it is written in SQL, quoted only where it must be. */
export function pathText(path: readonly string[]): string {
  const parts = path.filter((part) => part !== '')
  return parts.includes(unknownName) ? atRunTime : parts.map(written).join('.')
}

/** The schema, empty when there is none, and the name of a `RangeVar`. */
export const buildPath = (relation: Tree): [schema: string, name: string] => [
  toText(relation, 'schemaname'),
  toText(relation, 'relname'),
]

/** The name of one of the objects of a `drop`. */
export function objectPath(object: unknown): string[] {
  const node = getNode(object)
  if (node === null) return []
  const { name, fields } = node
  if (name === 'String') return [toText(fields, 'sval')]
  if (name === 'List') {
    const items = getList(fields, 'items')
    return items.flatMap((item) => objectPath(item))
  }
  if (name === 'ObjectWithArgs') return listStrings(getList(fields, 'objname'))
  return name === 'TypeName' ? listStrings(getList(fields, 'names')) : []
}
