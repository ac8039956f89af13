import { getList, getNode, getPart, listStrings, toText, type Tree } from '@basalt/pg-grammar'

import { explorerRelations } from '../../explorer/allowed-names.ts'
import { translate } from './expressions.ts'
import { quoteName } from './quoting.ts'
import { relationOf, type Relations } from './relations.ts'
import type { Scope } from './scope.ts'
import { byteOf, Untranslatable } from './untranslatable.ts'

type Context = {
  relations: Relations
  scope: Scope
  subquery: (tree: Tree) => string
  select: (fields: Tree) => { sql: string; columns: string[] }
}

const aliasOf = (fields: Tree) => toText(getPart(fields, 'alias'), 'aliasname')

/** The FROM clause; records of `unnest` add names only. */
export function addFrom(items: readonly Tree[], context: Context): string {
  const texts = items.map((item) => addItem(item, context)).filter((text) => text !== null)
  return texts.length === 0 ? '' : ` from ${texts.join(' cross join ')}`
}

/** Null for a record, whose rows are those of its relation. */
function addItem(item: unknown, context: Context): string | null {
  const node = getNode(item)
  const { fields = {} } = node ?? {}
  if (node?.name === 'RangeVar') return addRelation(fields, context)
  if (node?.name === 'RangeFunction') return addRecord(fields, context)
  if (node?.name === 'JoinExpr') return addJoin(fields, context)
  if (node?.name === 'RangeSubselect' && fields['lateral'] !== true) {
    const { sql, columns } = context.select(getNode(fields['subquery'])?.fields ?? {})
    const alias = aliasOf(fields) || 'subquery'
    context.scope.add({ kind: 'query', alias, columns }, null)
    return `(${sql}) as ${quoteName(alias)}`
  }
  throw new Untranslatable('This part of FROM is not available on ClickHouse', byteOf(fields))
}

function addRelation(fields: Tree, { scope, relations }: Context): string {
  const name = toText(fields, 'relname')
  const alias = aliasOf(fields) || name
  const columns = toText(fields, 'schemaname') === '' ? scope.commonTables.get(name) : undefined
  if (columns !== undefined) {
    scope.add({ kind: 'query', alias, columns }, byteOf(fields))
    return `${quoteName(name)} as ${quoteName(alias)}`
  }
  if (!explorerRelations.has(name)) {
    throw new Untranslatable(`${name} is not a log source`, byteOf(fields))
  }
  scope.add({ kind: 'source', name, alias }, byteOf(fields))
  return relations.read({ name, alias })
}

function addRecord(fields: Tree, { scope, relations, subquery }: Context): null {
  const [list] = getList(fields, 'functions')
  const call = getNode(getList(getNode(list)?.fields ?? {}, 'items')[0])?.fields ?? {}
  const [name = ''] = listStrings(getList(call, 'funcname')).slice(-1)
  const [argument] = getList(call, 'args')
  const value =
    name === 'unnest' && argument !== undefined
      ? translate(argument, { scope, relations, subquery })
      : null
  const item = scope.find(relationOf(value?.json?.column ?? ''))
  const alias = aliasOf(fields) || 'unnest'
  if (
    value?.type !== 'record' ||
    value.json === undefined ||
    item === undefined ||
    item.kind === 'query'
  ) {
    throw new Untranslatable('On ClickHouse FROM takes unnest of a record only', byteOf(call))
  }
  const { name: source } = item
  const relation = relationOf(value.json.column)
  scope.add({ kind: 'record', name: source, alias, relation, path: value.json.path }, byteOf(call))
  return null
}

const joins: Readonly<Record<string, string>> = {
  JOIN_INNER: 'inner join',
  JOIN_LEFT: 'left join',
  JOIN_RIGHT: 'right join',
  JOIN_FULL: 'full join',
}

function addJoin(fields: Tree, context: Context): string | null {
  const left = addItem(fields['larg'], context)
  const right = addItem(fields['rarg'], context)
  if (left === null || right === null) return left ?? right
  if ('usingClause' in fields) {
    throw new Untranslatable('USING is not available on ClickHouse: write ON', byteOf(fields))
  }
  if (!('quals' in fields)) return `${left} cross join ${right}`
  const join = joins[toText(fields, 'jointype')] ?? 'inner join'
  return `${left} ${join} ${right} on ${translate(fields['quals'], context).sql}`
}
