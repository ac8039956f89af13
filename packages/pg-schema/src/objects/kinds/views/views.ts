import type { Queryable } from '@basalt/engine'
import type { ViewObjectDesign } from '@basalt/pg-model'

import { columnList, type Fragment, joined, piece, type Step } from '../../../designs/steps.ts'
import type { ObjectKind } from '../../object-kind.ts'
import {
  catalogStep,
  commentSteps,
  moveSteps,
  namedPieces,
  ownerSteps,
  quoted,
} from '../../object-steps.ts'
import {
  describeQuery,
  listViewColumns,
  type QueryColumn,
  queryCheck,
  trimQuery,
} from './query-columns.ts'
import { attachedSteps, recreatedSteps, refuseDependents, viewGrants } from './recreated.ts'
import { columnNames, keptColumns, renameSteps, viewText, wantsNames } from './view-columns.ts'

const option = (name: string) => /* SQL */ `(
  select o.option_value from pg_options_to_table(c.reloptions) o where o.option_name = '${name}'
)`

const isOn = (name: string) => /* SQL */ `coalesce(${option(name)}::boolean, false)`

const all = /* SQL */ `
  select c.oid as id, n.nspname::text as schema, c.relname::text as name, c.relowner as owner,
    ${isOn('security_invoker')} as security_invoker
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'v'`

const design = /* SQL */ `
  select json_build_object(
    'schema', n.nspname, 'name', c.relname, 'owner', pg_get_userbyid(c.relowner),
    'comment', obj_description(c.oid, 'pg_class'),
    'columns', ${columnNames}, 'query', ${viewText},
    'security_invoker', ${isOn('security_invoker')},
    'security_barrier', ${isOn('security_barrier')},
    'check', coalesce(${option('check_option')}, 'none')
  ) as design
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.oid = $1::oid and c.relkind = 'v'`

/** OR REPLACE removes every option that it does not write. */
function optionPieces(to: ViewObjectDesign): Fragment {
  const parts: Fragment[] = [
    ...(to.security_invoker ? [['security_invoker = true']] : []),
    ...(to.security_barrier ? [['security_barrier = true']] : []),
    ...(to.check === 'none' ? [] : [['check_option = ', piece(to.check, 'check')]]),
  ]
  return parts.length === 0 ? [] : [' with (', ...joined(parts, ', '), ')']
}

const createFragment = (to: ViewObjectDesign, verb: string, names: readonly string[]): Fragment => [
  `${verb} view `,
  ...namedPieces(to),
  ...(names.length === 0 ? [] : [' ', piece(columnList(names), 'columns')]),
  ...optionPieces(to),
  ' as\n',
  piece(trimQuery(to.query), 'query'),
]

const create = (to: ViewObjectDesign): Step[] => [
  catalogStep(createFragment(to, 'create', to.columns)),
  ...ownerSteps(`view ${quoted(to)}`, null, to.owner),
  ...commentSteps(`view ${quoted(to)}`, null, to.comment),
]

const drop = (view: ViewObjectDesign, cascade = false): Step[] => [
  catalogStep([`drop view ${quoted(view)}${cascade ? ' cascade' : ''}`]),
]

async function alter(from: ViewObjectDesign, to: ViewObjectDesign, db: Queryable): Promise<Step[]> {
  const subject = `view ${quoted(to)}`
  const isReplaced = trimQuery(from.query) !== trimQuery(to.query)
  return [
    ...(isReplaced
      ? await replaceSteps(from, to, db)
      : [...renameSteps('view', from, to.columns), ...optionSteps(from, to)]),
    ...moveSteps('view', from, to),
    ...ownerSteps(subject, from.owner, to.owner),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

/** Steps for another query; the view keeps its name, owner and comment. */
async function replaceSteps(
  from: ViewObjectDesign,
  to: ViewObjectDesign,
  db: Queryable,
): Promise<Step[]> {
  const { schema, name, owner, comment } = from
  const here = { ...to, schema, name, owner, comment }
  const next = await describeQuery(db, to.query)
  const present = await listViewColumns(db, quoted(from))
  const isNamed = wantsNames(from, to)
  const names = isNamed ? to.columns : present.map((column) => column.name)
  if (canReplace(present, next, names)) {
    const isListed = next.slice(0, names.length).some((column, at) => column.name !== names[at])
    return [
      ...renameSteps('view', from, to.columns),
      catalogStep(createFragment(here, 'create or replace', isListed ? names : [])),
    ]
  }
  const columns = keptColumns(from, to, next)
  const relation = { name: quoted(from), keyword: 'view' } as const
  await refuseDependents(db, relation)
  const attached = await recreatedSteps(db, { ...relation, columns })
  return [
    catalogStep([
      '-- PostgreSQL cannot replace the columns of a view:\n',
      '-- it is dropped and created again, with its grants, comments, rules and triggers.\n',
      `drop view ${quoted(from)}`,
    ]),
    ...create({ ...here, columns: isNamed ? to.columns : [] }),
    ...attached,
  ]
}

/** PostgreSQL replaces a query with the same columns; further ones come after them. */
const canReplace = (
  present: readonly QueryColumn[],
  next: readonly QueryColumn[],
  names: readonly string[],
): boolean =>
  present.every(({ name, type, modifier }, at) => {
    const column = next[at]
    if (column === undefined || column.type !== type || column.modifier !== modifier) return false
    return column.name === name || column.name === names[at]
  })

const options = { security_invoker: false, security_barrier: false, check: 'none' } as const

type Option = keyof typeof options

const getName = (name: Option): string => (name === 'check' ? 'check_option' : name)

function optionSteps(from: ViewObjectDesign, to: ViewObjectDesign): Step[] {
  const changed = (Object.keys(options) as Option[]).filter((name) => from[name] !== to[name])
  const set = changed.filter((name) => to[name] !== options[name])
  const reset = changed.filter((name) => to[name] === options[name])
  const assigned = set.map((name): Fragment => [
    `${getName(name)} = `,
    piece(String(to[name]), name),
  ])
  const subject = `alter view ${quoted(from)}`
  return [
    ...(set.length === 0
      ? []
      : [catalogStep([`${subject} set (`, ...joined(assigned, ', '), ')'])]),
    ...(reset.length === 0
      ? []
      : [catalogStep([`${subject} reset (${reset.map(getName).join(', ')})`])]),
  ]
}

export const views: ObjectKind<ViewObjectDesign> = {
  kind: 'views',
  noun: 'view',
  catalog: 'pg_class',
  list: {
    all,
    detail: {
      columns: /* SQL */ `
        page.security_invoker,
        (
          select count(*)::int4 from pg_attribute a
          where a.attrelid = page.id and a.attnum > 0 and not a.attisdropped
        ) as column_count,
        -- UPDATE and DELETE.
        pg_relation_is_updatable(page.id, true) & 20 = 20 as is_updatable`,
    },
    sortTypes: { security_invoker: 'boolean' },
  },
  design,
  create,
  // The query names the columns as it is read back.
  define: (view) => create({ ...view, columns: [] }),
  alter,
  grants: viewGrants,
  attached: (view, db) =>
    attachedSteps(db, {
      name: quoted(view),
      keyword: 'view',
      columns: view.columns.map((name) => [name, name] as const),
    }),
  checks: queryCheck,
  drop: (view, { cascade }) => drop(view, cascade),
}
