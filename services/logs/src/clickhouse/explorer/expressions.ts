import {
  getList,
  getNode,
  getPart,
  isSet,
  listStrings,
  toText,
  type Tree,
} from '@basalt/pg-grammar'

import { castTo, functions, intervalOf, ordered } from './functions.ts'
import { operatorValue } from './operators.ts'
import { quoteText } from './quoting.ts'
import { relationOf, type Relations } from './relations.ts'
import type { Scope } from './scope.ts'
import { byteOf, Untranslatable } from './untranslatable.ts'
import { plain, type Value } from './values.ts'

type Context = {
  relations: Relations
  scope: Scope
  /** A query within the expression, as SQL in brackets. */
  subquery: (tree: Tree) => string
}

/** Translates an expression of PostgreSQL's parse tree. @throws Untranslatable */
export function translate(tree: unknown, context: Context): Value {
  const node = getNode(tree)
  const make = node === null ? undefined : translators[node.name]
  if (node === null || make === undefined) {
    throw new Untranslatable(
      `This kind of expression is not available on ClickHouse (${node?.name ?? 'unknown'})`,
      byteOf(node?.fields ?? {}),
    )
  }
  return make(node.fields, context)
}

type Translate = (fields: Tree, context: Context) => Value

const list = (tree: Tree, key: string, context: Context): Value[] =>
  getList(tree, key).map((item) => translate(item, context))

const joined = (values: readonly Value[]) => values.map(({ sql }) => sql).join(', ')

function refuse(what: string, fields: Tree): never {
  throw new Untranslatable(`${what} is not available on ClickHouse`, byteOf(fields))
}

function constant(fields: Tree): Value {
  if (isSet(fields, 'isnull')) return plain('null')
  if ('sval' in fields) return plain(quoteText(toText(getPart(fields, 'sval'), 'sval')), 'text')
  if ('ival' in fields) {
    const value = getPart(fields, 'ival')['ival']
    return plain(typeof value === 'number' ? String(value) : '0', 'number')
  }
  if ('fval' in fields) {
    const text = toText(getPart(fields, 'fval'), 'fval')
    if (/^[\d.]+(?:e[+-]?\d+)?$/iu.test(text)) return plain(text, 'number')
  }
  if ('boolval' in fields) {
    return plain(isSet(getPart(fields, 'boolval'), 'boolval') ? 'true' : 'false', 'boolean')
  }
  return refuse('This constant', fields)
}

function columnRef(fields: Tree, { scope }: Context): Value {
  const path = listStrings(getList(fields, 'fields'))
  const value = scope.column(path, byteOf(fields))
  if (value !== null) return value
  throw new Untranslatable(`column "${path.join('.')}" does not exist`, byteOf(fields))
}

function call(fields: Tree, context: Context): Value {
  const name = listStrings(getList(fields, 'funcname')).at(-1) ?? ''
  const args = list(fields, 'args', context)
  if (isSet(fields, 'agg_within_group')) {
    const order = getNode(getList(fields, 'agg_order')[0])?.fields ?? {}
    const make = ordered[name]
    if (make === undefined || args[0] === undefined) return refuse(`The function ${name}`, fields)
    return make(args[0].sql, translate(order['node'], context).sql)
  }
  if ('agg_order' in fields) return refuse('ORDER BY within a function', fields)
  if (name === 'extract' || name === 'date_part') return extract(args, fields)
  const made = Object.hasOwn(functions, name) ? functions[name]?.(args) : undefined
  if (made === undefined || made === null) {
    throw new Untranslatable(`The function ${name} is not available on ClickHouse`, byteOf(fields))
  }
  let { sql } = made
  if (isSet(fields, 'agg_distinct')) sql = sql.replace('(', '(distinct ')
  if ('agg_filter' in fields)
    sql = `${sql} filter (where ${translate(fields['agg_filter'], context).sql})`
  if ('over' in fields) sql = `${sql} over (${window(getPart(fields, 'over'), context)})`
  return { ...made, sql }
}

const parts: Readonly<Record<string, string>> = {
  epoch: 'toUnixTimestamp64Milli(%) / 1000',
  second: 'toSecond(%)',
  minute: 'toMinute(%)',
  hour: 'toHour(%)',
  day: 'toDayOfMonth(%)',
  dow: 'toDayOfWeek(%) % 7',
  month: 'toMonth(%)',
  year: 'toYear(%)',
}

function extract([unit, at]: readonly Value[], fields: Tree): Value {
  const name = unit?.sql.slice(1, -1).toLowerCase() ?? ''
  const form = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (form === undefined || at === undefined) return refuse('This part of a time', fields)
  return plain(`(${form.replace('%', `toDateTime64(${at.sql}, 3, 'UTC')`)})`, 'number')
}

function window(fields: Tree, context: Context): string {
  if (toText(fields, 'name') !== '' || toText(fields, 'refname') !== '') {
    return refuse('A named window', fields)
  }
  const partition = list(fields, 'partitionClause', context)
  const order = getList(fields, 'orderClause').map((item) => sorted(item, context))
  return [
    partition.length > 0 ? `partition by ${joined(partition)}` : '',
    order.length > 0 ? `order by ${order.join(', ')}` : '',
  ].join(' ')
}

/** An item of ORDER BY, with nulls where PostgreSQL has them. */
export function sorted(item: Tree, context: Context, value?: string): string {
  const fields = getNode(item)?.fields ?? {}
  const sql = value ?? translate(fields['node'], context).sql
  const isDescending = fields['sortby_dir'] === 'SORTBY_DESC'
  const nulls = fields['sortby_nulls']
  const isFirst = nulls === 'SORTBY_NULLS_FIRST' || (nulls !== 'SORTBY_NULLS_LAST' && isDescending)
  return `${sql} ${isDescending ? 'desc' : 'asc'} nulls ${isFirst ? 'first' : 'last'}`
}

function cast(fields: Tree, context: Context): Value {
  const type = listStrings(getList(getPart(fields, 'typeName'), 'names')).at(-1) ?? ''
  const argument = getNode(fields['arg'])
  if (type === 'interval') {
    const text = toText(getPart(argument?.fields ?? {}, 'sval'), 'sval')
    return intervalOf(text) ?? refuse('An interval of several units', fields)
  }
  const value = translate(fields['arg'], context)
  if (type === 'bool') return plain(value.sql, 'boolean')
  return castTo(type, value) ?? refuse(`The type ${type}`, fields)
}

function expression(fields: Tree, context: Context): Value {
  const operator = listStrings(getList(fields, 'name')).at(-1) ?? ''
  const kind = toText(fields, 'kind')
  const left = 'lexpr' in fields ? translate(fields['lexpr'], context) : plain('0', 'number')
  const right = getNode(fields['rexpr'])
  const bounds = right?.name === 'List' ? list(right.fields, 'items', context) : []
  if (kind === 'AEXPR_IN') {
    return plain(
      `(${left.sql} ${operator === '<>' ? 'not in' : 'in'} (${joined(bounds)}))`,
      'boolean',
    )
  }
  if (kind === 'AEXPR_BETWEEN' || kind === 'AEXPR_NOT_BETWEEN') {
    const not = kind === 'AEXPR_BETWEEN' ? '' : 'not '
    return plain(`(${left.sql} ${not}between ${bounds[0]?.sql} and ${bounds[1]?.sql})`, 'boolean')
  }
  const value = translate(fields['rexpr'], context)
  if (kind === 'AEXPR_NULLIF') return plain(`nullIf(${left.sql}, ${value.sql})`, left.type)
  const isKnown = kind === 'AEXPR_OP' || kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE'
  const made = isKnown ? operatorValue(operator, left, value) : null
  return made ?? refuse(`The operator ${operator}`, fields)
}

function indirection(fields: Tree, context: Context): Value {
  let value = translate(fields['arg'], context)
  for (const name of listStrings(getList(fields, 'indirection'))) {
    const item = context.scope.find(relationOf(value.json?.column ?? ''))
    const found =
      value.json === undefined || item === undefined || item.kind === 'query'
        ? null
        : context.relations.fieldOf(item.name, value.json, name)
    value = found ?? refuse(`The field ${name}`, fields)
  }
  return value
}

function test(fields: Tree, context: Context): Value {
  const value = translate(fields['arg'], context).sql
  const isNull = toText(fields, 'nulltesttype') === 'IS_NULL'
  return plain(`(${value} is ${isNull ? '' : 'not '}null)`, 'boolean')
}

function booleans(fields: Tree, context: Context): Value {
  const args = list(fields, 'args', context).map(({ sql }) => sql)
  if (toText(fields, 'boolop') === 'NOT_EXPR') return plain(`(not ${args[0] ?? 'null'})`, 'boolean')
  return plain(
    `(${args.join(toText(fields, 'boolop') === 'OR_EXPR' ? ' or ' : ' and ')})`,
    'boolean',
  )
}

function cases(fields: Tree, context: Context): Value {
  if ('arg' in fields) return refuse('CASE with a value', fields)
  const branches = getList(fields, 'args').map((item) => {
    const branch = getNode(item)?.fields ?? {}
    return { test: translate(branch['expr'], context), value: translate(branch['result'], context) }
  })
  const otherwise = 'defresult' in fields ? translate(fields['defresult'], context).sql : 'null'
  const texts = branches.map((one) => `when ${one.test.sql} then ${one.value.sql}`)
  return plain(
    `(case ${texts.join(' ')} else ${otherwise} end)`,
    branches[0]?.value.type ?? 'unknown',
  )
}

function sublink(fields: Tree, context: Context): Value {
  const inner = context.subquery(getPart(fields, 'subselect'))
  const kind = toText(fields, 'subLinkType')
  if (kind === 'EXISTS_SUBLINK') return plain(`exists ${inner}`, 'boolean')
  if (kind === 'EXPR_SUBLINK') return plain(inner)
  if (kind !== 'ANY_SUBLINK' || 'operName' in fields) return refuse('This comparison', fields)
  return plain(`(${translate(fields['testexpr'], context).sql} in ${inner})`, 'boolean')
}

const keywords: Readonly<Record<string, Value>> = {
  SVFOP_CURRENT_TIMESTAMP: plain("now64(3, 'UTC')", 'time'),
  SVFOP_LOCALTIMESTAMP: plain("now64(3, 'UTC')", 'time'),
  SVFOP_CURRENT_DATE: plain("toDate(now64(3, 'UTC'))"),
}

const translators: Readonly<Record<string, Translate>> = {
  A_Const: constant,
  ColumnRef: columnRef,
  FuncCall: call,
  TypeCast: cast,
  A_Expr: expression,
  A_Indirection: indirection,
  NullTest: test,
  BoolExpr: booleans,
  CaseExpr: cases,
  SubLink: sublink,
  CoalesceExpr: (fields, context) => {
    const values = list(fields, 'args', context)
    return plain(`coalesce(${joined(values)})`, values[0]?.type ?? 'unknown')
  },
  MinMaxExpr: (fields, context) =>
    plain(
      `${toText(fields, 'op') === 'IS_GREATEST' ? 'greatest' : 'least'}(${joined(list(fields, 'args', context))})`,
    ),
  A_ArrayExpr: (fields, context) => plain(`[${joined(list(fields, 'elements', context))}]`),
  SQLValueFunction: (fields) => keywords[toText(fields, 'op')] ?? refuse('This value', fields),
}
