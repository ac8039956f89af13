import type { Queryable } from '@basalt/engine'
import type { SequenceDesign } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { grantSteps } from '../../designs/grants.ts'
import { type Fragment, joined, piece, type Step } from '../../designs/steps.ts'
import type { ObjectKind } from '../object-kind.ts'
import {
  catalogStep,
  commentSteps,
  moveSteps,
  namedPieces,
  ownerSteps,
  quoted,
} from '../object-steps.ts'

/** Sequences of identity columns are left out: they are part of their column. */
const all = /* SQL */ `
  select c.oid as id, n.nspname::text as schema, c.relname::text as name, c.relowner as owner,
    format_type(s.seqtypid, null) as data_type
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_sequence s on s.seqrelid = c.oid
  where c.relkind = 'S' and not exists (
    select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i'
  )`

const ownedBy = (id: string) => /* SQL */ `(
  select format('%I.%I.%I', tn.nspname, t.relname, a.attname)
  from pg_depend d
  join pg_class t on t.oid = d.refobjid
  join pg_namespace tn on tn.oid = t.relnamespace
  join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where d.classid = 'pg_class'::regclass and d.objid = ${id}
    and d.refclassid = 'pg_class'::regclass and d.deptype = 'a'
)`

const design = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'name', c.relname, 'owner', pg_get_userbyid(c.relowner),
    'comment', obj_description(c.oid, 'pg_class'),
    'data_type', format_type(s.seqtypid, null),
    'start', s.seqstart::text, 'increment', s.seqincrement::text,
    'min', s.seqmin::text, 'max', s.seqmax::text, 'cache', s.seqcache::text,
    'cycles', s.seqcycle, 'owned_by', ${ownedBy('c.oid')}, 'next', null
  ) as design
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_sequence s on s.seqrelid = c.oid
  where c.oid = $1::oid`

const options = {
  data_type: (value: string) => `as ${value}`,
  increment: (value: string) => `increment by ${value}`,
  min: (value: string) => `minvalue ${value}`,
  max: (value: string) => `maxvalue ${value}`,
  start: (value: string) => `start with ${value}`,
  next: (value: string) => `restart with ${value}`,
  cache: (value: string) => `cache ${value}`,
} as const

type Option = keyof typeof options

/** The options whose values differ, as far as the new ones have a value. */
function optionPieces(from: SequenceDesign | null, to: SequenceDesign): Fragment[] {
  const parts: Fragment[] = []
  for (const name of Object.keys(options) as Option[]) {
    const value = to[name]
    if (value !== null && value !== '' && value !== from?.[name])
      parts.push([piece(options[name](value), name)])
  }
  if (to.cycles !== (from?.cycles ?? false)) parts.push([to.cycles ? 'cycle' : 'no cycle'])
  return parts
}

const ownedSteps = (to: SequenceDesign): Step =>
  catalogStep([
    `alter sequence ${quoted(to)} owned by `,
    to.owned_by === null ? 'none' : piece(to.owned_by, 'owned_by'),
  ])

function create(to: SequenceDesign): Step[] {
  const parts = optionPieces(null, { ...to, next: null })
  return [
    catalogStep(['create sequence ', ...namedPieces(to), ...listed(parts)]),
    ...ownerSteps(`sequence ${quoted(to)}`, null, to.owner),
    ...(to.owned_by === null ? [] : [ownedSteps(to)]),
    ...commentSteps(`sequence ${quoted(to)}`, null, to.comment),
  ]
}

function alter(from: SequenceDesign, to: SequenceDesign): Step[] {
  const subject = `sequence ${quoted(to)}`
  const parts = optionPieces(from, to)
  const moves = moveSteps('sequence', from, to)
  const owners = ownerSteps(subject, from.owner, to.owner)
  // A sequence of a column is in its table's schema and has its owner: it is released before.
  const released = from.owned_by !== to.owned_by
  const isLoosened = released && from.owned_by !== null && (moves.length > 0 || owners.length > 0)
  return [
    ...(isLoosened ? [catalogStep([`alter sequence ${quoted(from)} owned by none`])] : []),
    ...moves,
    ...(parts.length === 0 ? [] : [catalogStep([`alter ${subject}`, ...listed(parts)])]),
    ...owners,
    ...(released && !(isLoosened && to.owned_by === null) ? [ownedSteps(to)] : []),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

/** Without its number, a sequence that is created again would repeat the ones that rows have. */
async function contents(one: SequenceDesign, db: Queryable): Promise<Step[]> {
  const name = quoted(one)
  const [right] = await db.query<{ can_read: boolean | null }>(
    "select has_sequence_privilege(to_regclass($1), 'select') as can_read",
    [name],
  )
  if (right?.can_read !== true) return []
  const [found] = await db.query<{ value: string; is_called: boolean }>(
    `select last_value::text as value, is_called from ${name}`,
  )
  if (found === undefined || (found.value === one.start && !found.is_called)) return []
  const call = `setval(${quoteLiteral(name)}, ${found.value}, ${found.is_called})`
  return [catalogStep([`select ${call}`])]
}

const listed = (parts: readonly Fragment[]): Fragment =>
  parts.length === 0 ? [] : [' ', ...joined(parts, ' ')]

export const sequences: ObjectKind<SequenceDesign> = {
  kind: 'sequences',
  noun: 'sequence',
  catalog: 'pg_class',
  list: {
    all,
    detail: {
      columns: /* SQL */ `
        page.data_type,
        -- Only its owner and those with rights on it may read the number.
        case when has_sequence_privilege(page.id, 'select, usage')
          then (select last_value::text from pg_sequences s where s.schemaname = page.schema and s.sequencename = page.name)
        end as last_value,
        ${ownedBy('page.id')} as owned_by`,
    },
  },
  design,
  create,
  alter,
  grants: (from, to, db) =>
    grantSteps(db, {
      kind: 'sequence',
      name: quoted(from),
      subject: `sequence ${quoted(to)}`,
      owner: to.owner,
    }),
  contents,
  drop: ({ schema, name }, { cascade }) => [
    catalogStep([
      `drop sequence ${quoteIdent(schema)}.${quoteIdent(name)}${cascade ? ' cascade' : ''}`,
    ]),
  ],
}
