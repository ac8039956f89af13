import type { Queryable } from '@basalt/engine'
import type { TriggerDesign } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import {
  columnList,
  type Fragment,
  inParentheses,
  piece,
  type Step,
} from '../../../designs/steps.ts'
import type { ObjectKind } from '../../object-kind.ts'
import { catalogStep, commentSteps } from '../../object-steps.ts'
import { all, design, detail } from './read-triggers.ts'

const tableOf = ({ schema, table }: TriggerDesign): string =>
  `${quoteIdent(schema)}.${quoteIdent(table)}`

const subjectOf = (one: TriggerDesign): string =>
  `trigger ${quoteIdent(one.name)} on ${tableOf(one)}`

function createFragment(one: TriggerDesign, verb: 'create' | 'create or replace'): Fragment {
  const { is_constraint, timing, events, columns, level, when } = one
  const written = events.map((event) =>
    event === 'update' && columns.length > 0
      ? `update of ${columnList(columns).slice(1, -1)}`
      : event,
  )
  return [
    `${verb} ${is_constraint ? 'constraint ' : ''}trigger `,
    piece(quoteIdent(one.name), 'name'),
    ' ',
    piece(timing, 'timing'),
    ' ',
    piece(written.join(' or '), columns.length > 0 ? 'columns' : 'events'),
    ' on ',
    piece(tableOf(one), 'table'),
    ...(is_constraint ? constraintPieces(one) : []),
    ...transitionPieces(one),
    ' for each ',
    piece(level, 'level'),
    ...(when === null || when === '' ? [] : [' when ', piece(inParentheses(when), 'when')]),
    '\nexecute function ',
    piece(one.function, 'function'),
    `(${one.arguments.map(quoteLiteral).join(', ')})`,
  ]
}

const deferrables = {
  no: ' not deferrable',
  immediate: ' deferrable initially immediate',
  deferred: ' deferrable initially deferred',
} as const

const constraintPieces = ({ referenced, deferrable }: TriggerDesign): Fragment => [
  ...(referenced === null ? [] : [' from ', piece(referenced, 'referenced')]),
  piece(deferrables[deferrable], 'deferrable'),
]

function transitionPieces({ old_table, new_table }: TriggerDesign): Fragment {
  if (old_table === null && new_table === null) return []
  return [
    ' referencing',
    ...(old_table === null ? [] : [' old table as ', piece(quoteIdent(old_table), 'old_table')]),
    ...(new_table === null ? [] : [' new table as ', piece(quoteIdent(new_table), 'new_table')]),
  ]
}

type Enabled = TriggerDesign['enabled']

const verbs: Readonly<Record<Enabled, string>> = {
  origin: 'enable trigger',
  always: 'enable always trigger',
  replica: 'enable replica trigger',
  disabled: 'disable trigger',
}

const enabledSteps = (to: TriggerDesign, from: Enabled): Step[] =>
  to.enabled === from
    ? []
    : [catalogStep([`alter table ${tableOf(to)} ${verbs[to.enabled]} ${quoteIdent(to.name)}`])]

const create = (to: TriggerDesign): Step[] => [
  catalogStep(createFragment(to, 'create')),
  ...enabledSteps(to, 'origin'),
  ...commentSteps(subjectOf(to), null, to.comment),
]

async function alter(from: TriggerDesign, to: TriggerDesign, db: Queryable): Promise<Step[]> {
  const isReplaced = !isSameOtherwise(from, to)
  // PostgreSQL replaces no constraint trigger.
  const isNew = isReplaced && (from.is_constraint || to.is_constraint)
  const copies = isReplaced && from.enabled === to.enabled ? await copySteps(db, from, to) : []
  if (isNew || from.schema !== to.schema || from.table !== to.table)
    return [...drop(from), ...create(to), ...(tableOf(from) === tableOf(to) ? copies : [])]
  const renamed: Step[] =
    from.name === to.name
      ? []
      : [catalogStep([`alter ${subjectOf(from)} rename to `, piece(quoteIdent(to.name), 'name')])]
  return [
    ...renamed,
    ...(isReplaced ? [catalogStep(createFragment(to, 'create or replace'))] : []),
    // A trigger that is replaced is enabled again.
    ...enabledSteps(to, isReplaced ? 'origin' : from.enabled),
    ...copies,
    ...commentSteps(subjectOf(to), from.comment, to.comment),
  ]
}

/** The attributes that have statements of their own. */
const separate: ReadonlySet<string> = new Set(['name', 'comment', 'enabled'])

const isSameOtherwise = (one: TriggerDesign, other: TriggerDesign): boolean => {
  const write = (value: TriggerDesign) =>
    JSON.stringify(value, (key, part: unknown) => (separate.has(key) ? undefined : part))
  return write(one) === write(other)
}

/** The copies on partitions that are enabled otherwise than their trigger stay so. */
export async function copySteps(
  db: Queryable,
  from: TriggerDesign,
  to: TriggerDesign,
): Promise<Step[]> {
  const copies = await db.query<{ table: string; name: string; enabled: Enabled }>(copiesQuery, [
    tableOf(from),
    from.name,
  ])
  return copies.map(({ table, name, enabled }) => {
    const present = name === from.name ? to.name : name
    return catalogStep([`alter table only ${table} ${verbs[enabled]} ${quoteIdent(present)}`])
  })
}

const copiesQuery = /* SQL */ `
  with recursive copies as (
    select t.oid, t.tgrelid, t.tgname, t.tgenabled, t.tgenabled as usual
    from pg_trigger t where t.tgrelid = to_regclass($1) and t.tgname = $2
    union all
    select t.oid, t.tgrelid, t.tgname, t.tgenabled, copies.usual
    from copies join pg_trigger t on t.tgparentid = copies.oid
  )
  select format('%I.%I', n.nspname, c.relname) as table, x.tgname::text as name,
    case x.tgenabled when 'O' then 'origin' when 'A' then 'always' when 'R' then 'replica'
      else 'disabled' end as enabled
  from copies x
  join pg_class c on c.oid = x.tgrelid
  join pg_namespace n on n.oid = c.relnamespace
  where x.tgenabled <> x.usual
  order by 1`

const drop = (one: TriggerDesign, cascade = false): Step[] => [
  catalogStep([`drop ${subjectOf(one)}${cascade ? ' cascade' : ''}`]),
]

/** The condition reads both rows of a change as if they were tables. */
const checks = (one: TriggerDesign): Fragment[] =>
  one.when === null || one.table === ''
    ? []
    : [
        [
          `explain select from ${tableOf(one)} as new, ${tableOf(one)} as old where (`,
          piece(`${one.when}\n)`, 'when'),
        ],
      ]

export const triggers: ObjectKind<TriggerDesign> = {
  kind: 'triggers',
  noun: 'trigger',
  catalog: 'pg_trigger',
  list: { all, detail },
  design,
  create,
  alter,
  attached: (one, db) => copySteps(db, one, one),
  checks,
  drop: (one, { cascade }) => drop(one, cascade),
}
