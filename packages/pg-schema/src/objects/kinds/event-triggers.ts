import type { EventTriggerDesign } from '@basalt/pg-model'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { piece, type Step } from '../../designs/steps.ts'
import type { ObjectKind } from '../object-kind.ts'
import { catalogStep, commentSteps, ownerSteps } from '../object-steps.ts'

const enabled = /* SQL */ `
  case e.evtenabled when 'O' then 'origin' when 'A' then 'always' when 'R' then 'replica'
    else 'disabled' end`

const all = /* SQL */ `
  select e.oid as id, null::text as schema, e.evtname::text as name, e.evtowner as owner,
    e.evtevent::text as event, format('%I.%I', n.nspname, p.proname) as function,
    ${enabled} as enabled, e.evttags as tags
  from pg_event_trigger e
  join pg_proc p on p.oid = e.evtfoid
  join pg_namespace n on n.oid = p.pronamespace`

const design = /* SQL */ `
  select json_build_object(
    'name', e.evtname, 'owner', pg_get_userbyid(e.evtowner),
    'comment', obj_description(e.oid, 'pg_event_trigger'),
    'event', e.evtevent, 'tags', coalesce(e.evttags, '{}'),
    'function', format('%I.%I', n.nspname, p.proname), 'enabled', ${enabled}
  ) as design
  from pg_event_trigger e
  join pg_proc p on p.oid = e.evtfoid
  join pg_namespace n on n.oid = p.pronamespace
  where e.oid = $1::oid`

/** PostgreSQL lets only superusers create, change and own them. */
const obstacle = /* SQL */ `(
  select 'Only superusers can create and change event triggers, and the role of this project is not one'
  from pg_roles where rolname = current_user and not rolsuper
)`

const subjectOf = ({ name }: EventTriggerDesign): string => `event trigger ${quoteIdent(name)}`

const verbs = {
  origin: 'enable',
  always: 'enable always',
  replica: 'enable replica',
  disabled: 'disable',
} as const

/** PostgreSQL's errors about the parts have no position. */
const fields: Readonly<Record<string, string>> = {
  '42710': 'name',
  '42601': 'tags',
  '0A000': 'tags',
  '42883': 'function',
  '42P17': 'function',
}

const createStep = (to: EventTriggerDesign): Step => ({
  ...catalogStep([
    'create event trigger ',
    piece(quoteIdent(to.name), 'name'),
    ' on ',
    piece(to.event, 'event'),
    ...(to.tags.length === 0
      ? []
      : ['\nwhen tag in (', piece(to.tags.map(quoteLiteral).join(', '), 'tags'), ')']),
    '\nexecute function ',
    piece(to.function, 'function'),
    '()',
  ]),
  findField: ({ sql }) => fields[sql?.sqlstate ?? ''],
})

const enabledSteps = (from: EventTriggerDesign['enabled'], to: EventTriggerDesign): Step[] =>
  from === to.enabled ? [] : [catalogStep([`alter ${subjectOf(to)} ${verbs[to.enabled]}`])]

const create = (to: EventTriggerDesign): Step[] => [
  createStep(to),
  ...enabledSteps('origin', to),
  ...ownerSteps(subjectOf(to), null, to.owner),
  ...commentSteps(subjectOf(to), null, to.comment),
]

const drop = (one: EventTriggerDesign, cascade = false): Step[] => [
  catalogStep([`drop ${subjectOf(one)}${cascade ? ' cascade' : ''}`]),
]

/** PostgreSQL replaces none of these parts. */
const needsNew = (from: EventTriggerDesign, to: EventTriggerDesign): boolean =>
  from.event !== to.event ||
  from.function !== to.function ||
  from.tags.join('\0') !== to.tags.join('\0')

function alter(from: EventTriggerDesign, to: EventTriggerDesign): Step[] {
  if (needsNew(from, to))
    return [...drop(from), ...create({ ...to, owner: to.owner ?? from.owner })]
  const subject = subjectOf(to)
  return [
    ...(from.name === to.name
      ? []
      : [catalogStep([`alter ${subjectOf(from)} rename to `, piece(quoteIdent(to.name), 'name')])]),
    ...enabledSteps(from.enabled, to),
    ...ownerSteps(subject, from.owner, to.owner),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

export const eventTriggers: ObjectKind<EventTriggerDesign> = {
  kind: 'event-triggers',
  noun: 'event trigger',
  catalog: 'pg_event_trigger',
  list: {
    all,
    detail: {
      columns: `page.event, page.function, page.enabled, coalesce(page.tags, '{}') as tags`,
    },
    obstacle,
    locked: obstacle,
  },
  design,
  create,
  alter,
  drop: (one, { cascade }) => drop(one, cascade),
  warn: (_, from, to) =>
    Promise.resolve(
      to?.event === 'login' && to.enabled !== 'disabled' && !isSameCall(from, to)
        ? [
            'It runs at every login. When its function fails, nobody can connect until it is disabled.',
          ]
        : [],
    ),
}

const isSameCall = (from: EventTriggerDesign | null, to: EventTriggerDesign): boolean =>
  from?.event === to.event && from.function === to.function && from.enabled === to.enabled
