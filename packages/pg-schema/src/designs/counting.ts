import type { Queryable } from '@basalt/engine'
import type { ColumnDesign } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { sequenceOptions } from '../definition/relations.ts'
import { type Alteration, stayingColumns } from './alteration.ts'
import { grantSteps } from './grants.ts'
import { instant } from './locks.ts'
import type { DesignedTable } from './read-design.ts'
import { type Step, step, tableName } from './steps.ts'

/** A sequence that counts for one column: an identity's own, or one that a serial column owns. */
type ColumnSequence = {
  column: string
  schema: string
  name: string
  /** Whether it is the sequence of an identity. */
  is_identity: boolean
  /** Whether the column's default uses it. */
  is_default: boolean
  /** Whether anything but the column's default depends on it. */
  is_shared: boolean
  type: string
  /** Options that are not the standard ones of its type: `start with 5 cache 20`. */
  options: string
  is_descending: boolean
  /** Bounds of the values that `setval` accepts for an unused sequence. */
  first: string
  last: string
}

const readSequences = (db: Queryable, tableId: number): Promise<ColumnSequence[]> =>
  db.query<ColumnSequence>(sequencesQuery, [tableId])

const sequencesQuery = /* SQL */ `
  select sc.oid as id, a.attname::text as column, sn.nspname::text as schema, sc.relname::text as name,
    d.deptype = 'i' as is_identity,
    exists (
      select from pg_depend u where u.classid = 'pg_attrdef'::regclass and u.objid = def.oid
        and u.refclassid = 'pg_class'::regclass and u.refobjid = sc.oid
    ) as is_default,
    exists (
      select from pg_depend u where u.refclassid = 'pg_class'::regclass and u.refobjid = sc.oid and u.deptype = 'n'
        and not (u.classid = 'pg_attrdef'::regclass and u.objid = def.oid)
    ) as is_shared,
    format_type(s.seqtypid, null) as type, ${sequenceOptions} as options,
    s.seqincrement < 0 as is_descending, s.seqstart::text as first,
    case when s.seqincrement < 0 then s.seqmin else s.seqmax end::text as last
  from pg_depend d
  join pg_class sc on sc.oid = d.objid and sc.relkind = 'S'
  join pg_namespace sn on sn.oid = sc.relnamespace
  join pg_sequence s on s.seqrelid = sc.oid
  join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  left join pg_attrdef def on def.adrelid = a.attrelid and def.adnum = a.attnum
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
    and d.deptype in ('a', 'i') and d.refobjid = $1::oid
  order by a.attnum, d.deptype, sc.oid`

type Counting = Pick<ColumnSequence, 'is_descending' | 'first' | 'last'>

const standard: Counting = { is_descending: false, first: '1', last: '9223372036854775807' }

type Counted = { target: string; column: string; sequence: string; counting: Counting }

/**
 * Sets an unused sequence to continue after the column's values. Without values, or when all are
 * before its start, it starts as created.
 */
function countBehind({ target, column, sequence, counting }: Counted): string {
  const end = `${counting.is_descending ? 'min' : 'max'}(${quoteIdent(column)})`
  const bounds = counting.is_descending
    ? `${counting.last} and ${counting.first}`
    : `${counting.first} and ${counting.last}`
  const having =
    counting.last === standard.last ? `${end} >= ${counting.first}` : `${end} between ${bounds}`
  return `select setval(${sequence}, ${end}) from ${target} having ${having}`
}

/** The sequence of an identity column, as an argument of `setval`. */
const identitySequence = (target: string, column: string): string =>
  `pg_get_serial_sequence(${text(target)}, ${text(column)})`

const text = (value: string): string => quoteLiteral(value).trimStart()

const asLiteral = (sequence: Named): string => `${text(tableName(sequence))}::regclass`

type Named = { schema: string; name: string }

const shown = ({ schema, name }: Named) => `${schema}.${name}`

/** The changes of sequences when columns become identities or cease to be. */
export type CountingChange = {
  /** Run before columns are renamed. */
  before: Step[]
  /** The table after `before`: without the removed defaults and identities. */
  current: DesignedTable
  /** By the new name of a column: the options for `as identity`. */
  options: ReadonlyMap<string, string>
  /** Run when the columns have their target state. */
  after: Step[]
}

/**
 * A serial column's identity takes over the options of its sequence, which is dropped unless
 * something else uses it. A column that was an identity and gets a default with a missing sequence
 * gets that sequence, as when the change to an identity is undone.
 */
export async function countingChange(
  db: Queryable,
  alteration: Alteration,
): Promise<CountingChange> {
  const { current } = alteration
  const pairs = stayingColumns(alteration).filter(
    ({ old, column }) => (old.identity === null) !== (column.identity === null),
  )
  if (pairs.length === 0) return { before: [], current, options: new Map(), after: [] }
  const sequences = await readSequences(db, current.id)
  const target = tableName(current.design)
  const changes: ColumnChange[] = []
  for (const { old, column } of pairs) {
    const own = sequences.filter((one) => one.column === old.name)
    const pair = { table: current.design, target, old, column, own }
    changes.push(column.identity === null ? await toDefault(db, pair) : toIdentity(pair))
  }
  const note = instant(shown(current.design), 'Changes only the catalog')
  const freed = new Set(changes.flatMap(({ frees }) => frees ?? []))
  const columns = current.design.columns.map((one) =>
    freed.has(one.name) ? { ...one, default: null, identity: null } : one,
  )
  return {
    before: changes.flatMap(({ before }) => before.map((sql) => step([sql], note))),
    current: { ...current, design: { ...current.design, columns } },
    options: new Map(changes.flatMap(({ options }) => (options === undefined ? [] : [options]))),
    after: changes.flatMap(({ after }) => after.map((sql) => step([sql], null))),
  }
}

type ColumnChange = {
  before: string[]
  after: string[]
  /** The column whose default or identity `before` drops, by its former name. */
  frees?: string
  options?: readonly [column: string, options: string]
}

type Pair = {
  table: Named
  target: string
  old: ColumnDesign
  column: ColumnDesign
  own: readonly ColumnSequence[]
}

function toIdentity({ table, target, old, column, own }: Pair): ColumnChange {
  const counting = own.find(({ is_default }) => is_default)
  const sequence = identitySequence(target, column.name)
  const after = [
    countBehind({ target, column: column.name, sequence, counting: counting ?? standard }),
  ]
  if (counting === undefined) return { before: own.map(unown), after }
  const standardName = `${table.name}_${column.name}_seq`
  const words = [
    counting.is_shared || counting.name === standardName
      ? ''
      : `sequence name ${tableName(counting)}`,
    counting.options,
  ].filter((part) => part !== '')
  return {
    before: [
      `alter table ${target} alter column ${quoteIdent(old.name)} drop default`,
      ...own.map(unown),
    ],
    after,
    frees: old.name,
    ...(words.length > 0 && { options: [column.name, ` (${words.join(' ')})`] as const }),
  }
}

/** A second sequence of an identity column would be taken for the identity's. */
const unown = (one: ColumnSequence): string =>
  one.is_default && !one.is_shared
    ? `drop sequence ${tableName(one)}`
    : `alter sequence ${tableName(one)} owned by none`

/** `nextval('shop.orders_id_seq'::regclass)`, as PostgreSQL prints it. */
const drawing =
  /^nextval\('(?:([a-z_][a-z0-9_$]*|"(?:[^"]|"")+")\.)?([a-z_][a-z0-9_$]*|"(?:[^"]|"")+")'::regclass\)$/u

const nameIn = (printed: string): string =>
  printed.startsWith('"') ? printed.slice(1, -1).replaceAll('""', '"') : printed

async function toDefault(db: Queryable, pair: Pair): Promise<ColumnChange> {
  const { table, target, old, column, own } = pair
  const printed = column.default?.kind === 'expression' ? column.default.sql : ''
  const [, schema = quoteIdent(table.schema), name] =
    drawing.exec(printed.replaceAll("''", "'")) ?? []
  const identity = own.find(({ is_identity }) => is_identity)
  if (name === undefined || identity === undefined) return { before: [], after: [] }
  const sequence = { schema: nameIn(schema), name: nameIn(name) }
  const isOwn = sequence.schema === identity.schema && sequence.name === identity.name
  const [found] = await db.query<{ is_present: boolean }>(
    'select to_regclass($1) is not null as is_present',
    [tableName(sequence)],
  )
  if (found?.is_present === true && !isOwn) return { before: [], after: [] }
  const words = [
    `as ${identity.type}`,
    identity.options,
    `owned by ${target}.${quoteIdent(old.name)}`,
  ]
  return {
    before: [
      `alter table ${target} alter column ${quoteIdent(old.name)} drop identity`,
      `create sequence ${tableName(sequence)} ${words.filter((part) => part !== '').join(' ')}`,
    ],
    after: [
      countBehind({
        target,
        column: column.name,
        sequence: asLiteral(sequence),
        counting: identity,
      }),
    ],
    frees: old.name,
  }
}

type Copied = { source: number; target: Named; withData: boolean }

type CopiedSequence = ColumnSequence & {
  /** Names with their schema, quoted. */
  copy: string
  original: string
  /** Statements that let the copy's columns draw from the copied sequence. */
  defaults: string[]
  /** Whether the column has the sequence's type. */
  is_number: boolean
}

/**
 * Sequences for a copy of a table: one for each that the first table's columns own. When rows were
 * copied, identities and sequences continue after them.
 */
export async function copiedCounting(
  db: Queryable,
  { source, target, withData }: Copied,
): Promise<Step[]> {
  const table = tableName(target)
  const identities = (await readSequences(db, source)).filter(({ is_identity }) => is_identity)
  const serials = await db.query<CopiedSequence>(copiedQuery, [source, target.schema, target.name])
  const texts = [
    ...serials.flatMap((one) => [
      `create sequence ${one.copy} as ${one.type} ${one.options} owned by ${table}.${quoteIdent(one.column)}`,
      ...one.defaults,
    ]),
    ...(withData
      ? [
          ...serials.map((one) => continued(table, one)),
          ...identities.map((one) =>
            countBehind({
              target: table,
              column: one.column,
              sequence: identitySequence(table, one.column),
              counting: one,
            }),
          ),
        ]
      : []),
  ]
  const grants: Step[] = []
  for (const { original, copy } of serials) {
    const subject = `sequence ${copy}`
    grants.push(...(await grantSteps(db, { kind: 'sequence', name: original, subject })))
  }
  return [...texts.map((sql) => step([sql], null)), ...grants]
}

function continued(target: string, one: CopiedSequence): string {
  const sequence = `${text(one.copy)}::regclass`
  return one.is_number
    ? countBehind({ target, column: one.column, sequence, counting: one })
    : `select setval(${sequence}, last_value, is_called) from ${one.original}`
}

/** $2 and $3 name the copy. A name that would be too long, or is taken, becomes another one. */
const copiedQuery = /* SQL */ `
  select owned.*, format('%I.%I', $2::text, free.name) as copy, format('%I.%I', owned.schema, owned.name) as original,
    a.atttypid in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) as is_number,
    array(
      select format('alter table %I.%I alter column %I set default %s', $2::text, $3::text, da.attname,
        replace(pg_get_expr(def.adbin, def.adrelid), quote_literal(u.refobjid::regclass::text) || '::regclass',
          quote_literal(format('%I.%I', $2::text, free.name)) || '::regclass'))
      from pg_attrdef def
      join pg_depend u on u.classid = 'pg_attrdef'::regclass and u.objid = def.oid
        and u.refclassid = 'pg_class'::regclass and u.refobjid = owned.id
      join pg_attribute da on da.attrelid = def.adrelid and da.attnum = def.adnum
      where def.adrelid = $1::oid and da.attgenerated = ''
      order by da.attnum
    ) as defaults
  from (${sequencesQuery}) owned
  join pg_attribute a on a.attrelid = $1::oid and a.attname = owned.column
  cross join lateral (
    select candidate.name
    from generate_series(0, 1000) n
    cross join lateral (select format('%s_%s_seq%s', $3::text, owned.column, nullif(n, 0)) as long) written
    cross join lateral (
      select case when octet_length(long) <= 63 then long else md5(long) || '_seq' end as name
    ) candidate
    where not exists (
      select from pg_class taken join pg_namespace tn on tn.oid = taken.relnamespace
      where tn.nspname = $2 and taken.relname = candidate.name
    )
    order by n limit 1
  ) free
  where not owned.is_identity and exists (
    select from pg_depend u join pg_attrdef def on def.oid = u.objid
    where u.classid = 'pg_attrdef'::regclass and u.refclassid = 'pg_class'::regclass and u.refobjid = owned.id
      and def.adrelid = $1::oid
  )`
