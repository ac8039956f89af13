import {
  getList,
  getNode,
  getPart,
  isSet,
  listStrings,
  toText,
  type Tree,
} from '@basalt/pg-grammar'

import { sorted, translate } from './expressions.ts'
import { addFrom } from './from.ts'
import { quoteName } from './quoting.ts'
import type { Relations } from './relations.ts'
import { Scope } from './scope.ts'
import { byteOf, Untranslatable } from './untranslatable.ts'
import type { Value } from './values.ts'

type Columns = ReadonlyMap<string, readonly string[]>
export type Selected = { sql: string; columns: string[]; types: Value['type'][] }

/** Translates a SELECT of PostgreSQL's parse tree. @throws Untranslatable */
export function translateSelect(fields: Tree, relations: Relations, known: Columns): Selected {
  const { texts, tables } = commonTables(getPart(fields, 'withClause'), relations, known)
  const begin = texts.length > 0 ? `with ${texts.join(', ')} ` : ''
  const isUnion = 'op' in fields && toText(fields, 'op') !== 'SETOP_NONE'
  const made = (isUnion ? union : plainSelect)(fields, relations, tables)
  return { ...made, sql: `${begin}${made.sql}` }
}

function commonTables(clause: Tree, relations: Relations, known: Columns) {
  if (isSet(clause, 'recursive'))
    throw new Untranslatable('WITH RECURSIVE is not available on ClickHouse', byteOf(clause))
  const tables = new Map(known)
  const texts = getList(clause, 'ctes').map((item) => {
    const table = getNode(item)?.fields ?? {}
    const inner = getNode(table['ctequery'])?.fields ?? {}
    const { sql, columns } = translateSelect(inner, relations, tables)
    if ('aliascolnames' in table) {
      throw new Untranslatable(
        'Names of columns in WITH are not available on ClickHouse',
        byteOf(table),
      )
    }
    const name = toText(table, 'ctename')
    tables.set(name, columns)
    return `${quoteName(name)} as (${sql})`
  })
  return { texts, tables }
}

const operations: Readonly<Record<string, string>> = {
  SETOP_UNION: 'union',
  SETOP_INTERSECT: 'intersect',
  SETOP_EXCEPT: 'except',
}

function union(fields: Tree, relations: Relations, tables: Columns): Selected {
  const left = translateSelect(getPart(fields, 'larg'), relations, tables)
  const right = translateSelect(getPart(fields, 'rarg'), relations, tables)
  const operation = operations[toText(fields, 'op')] ?? ''
  const scope = new Scope(relations, tables)
  const inner = `(${left.sql}) ${operation} ${isSet(fields, 'all') ? 'all' : 'distinct'} (${right.sql})`
  scope.add({ kind: 'query', alias: 'rows', columns: left.columns }, null)
  const tail = endOf(fields, { relations, scope, columns: left.columns, tables })
  return { ...left, sql: `select * from (${inner}) as rows${tail}` }
}

type Part = { relations: Relations; scope: Scope; tables: Columns; columns: readonly string[] }

const contextOf = ({ relations, scope, tables }: Omit<Part, 'columns'>) => ({
  relations,
  scope,
  subquery: (tree: Tree) => {
    const inner = getNode(tree)?.fields ?? {}
    return `(${translateSelect(inner, relations, tables).sql})`
  },
})

function plainSelect(fields: Tree, relations: Relations, tables: Columns): Selected {
  if ('valuesLists' in fields)
    throw new Untranslatable('VALUES is not available on ClickHouse', null)
  if ('windowClause' in fields)
    throw new Untranslatable('WINDOW is not available on ClickHouse', null)
  const scope = new Scope(relations, tables)
  const context = contextOf({ relations, scope, tables })
  const from = addFrom(getList(fields, 'fromClause'), {
    ...context,
    select: (tree) => translateSelect(tree, relations, tables),
  })
  const targets = getList(fields, 'targetList').flatMap((item) => target(item, context))
  const columns = unique(targets.map(({ name }) => name))
  const list = targets.map(
    ({ value }, index) => `${value.sql} as ${quoteName(columns[index] ?? '')}`,
  )
  const where =
    'whereClause' in fields ? ` where ${translate(fields['whereClause'], context).sql}` : ''
  const groups = getList(fields, 'groupClause').map((item) =>
    keyOf(item, { ...context, columns, first: 'column' }),
  )
  const having =
    'havingClause' in fields ? ` having ${translate(fields['havingClause'], context).sql}` : ''
  const distinct = getList(fields, 'distinctClause')
  if (distinct.some((item) => Object.keys(item).length > 0)) {
    throw new Untranslatable('DISTINCT ON is not available on ClickHouse', null)
  }
  const sql = `select ${'distinctClause' in fields ? 'distinct ' : ''}${list.join(', ')}${from}${where}${
    groups.length > 0 ? ` group by ${groups.join(', ')}` : ''
  }${having}${endOf(fields, { relations, scope, tables, columns })}`
  return { sql, columns, types: targets.map(({ value }) => value.type) }
}

type Context = ReturnType<typeof contextOf>

function target(item: Tree, context: Context): { name: string; value: Value }[] {
  const fields = getNode(item)?.fields ?? {}
  const expression = getNode(fields['val'])
  if (expression === null) throw new Untranslatable('Select at least one column', byteOf(fields))
  const path = getList(expression.fields, 'fields')
  if (expression.name === 'ColumnRef' && getNode(path.at(-1))?.name === 'A_Star') {
    return context.scope.all(listStrings(path).at(-1))
  }
  const value = translate(fields['val'], context)
  return [{ name: toText(fields, 'name') || nameOf(expression), value }]
}

/** The name that PostgreSQL gives to a column without one. */
function nameOf({ name, fields }: { name: string; fields: Tree }): string {
  if (name === 'ColumnRef') return listStrings(getList(fields, 'fields')).at(-1) ?? ''
  if (name === 'FuncCall') return listStrings(getList(fields, 'funcname')).at(-1) ?? ''
  if (name === 'A_Indirection') return listStrings(getList(fields, 'indirection')).at(-1) ?? ''
  if (name === 'CoalesceExpr') return 'coalesce'
  if (name === 'CaseExpr') return 'case'
  const inner = name === 'TypeCast' ? getNode(fields['arg']) : null
  return inner === null ? '?column?' : nameOf(inner)
}

/** ClickHouse takes a name once. */
const unique = (names: readonly string[]): string[] =>
  names.map((name, index) => {
    const earlier = names.slice(0, index).filter((one) => one === name).length
    return earlier === 0 ? name : `${name}_${earlier + 1}`
  })

/** A number, a column, or the name of an output column, which becomes its number. */
function keyOf(
  item: Tree,
  context: Context & { columns: readonly string[]; first: 'column' | 'output' },
): string {
  const node = getNode(item)
  const path = node?.name === 'ColumnRef' ? listStrings(getList(node.fields, 'fields')) : []
  const output = path.length === 1 ? context.columns.indexOf(path[0] ?? '') + 1 : 0
  const isColumn =
    context.first === 'column' && path.length === 1 && context.scope.column(path, null) !== null
  return output > 0 && !isColumn ? String(output) : translate(item, context).sql
}

function endOf(fields: Tree, part: Part): string {
  const context = { ...contextOf(part), columns: part.columns, first: 'output' as const }
  const order = getList(fields, 'sortClause').map((item) => {
    const by = getNode(item)?.fields['node']
    return sorted(item, context, keyOf(by as Tree, context))
  })
  const limit = 'limitCount' in fields ? translate(fields['limitCount'], context).sql : 'null'
  const offset = 'limitOffset' in fields ? translate(fields['limitOffset'], context).sql : null
  return [
    order.length > 0 ? ` order by ${order.join(', ')}` : '',
    limit === 'null' ? '' : ` limit ${limit}`,
    offset === null ? '' : ` offset ${offset}`,
  ].join('')
}
