import type { Queryable } from '@basalt/engine'
import type { ChangedColumn, ChangedDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import {
  type Action,
  addColumn,
  checkAction,
  columnActions,
  dropAction,
  nullableAction,
  primaryKeyAction,
  uniqueAction,
} from './alter-actions.ts'
import { type Alteration, getSite, stayingColumns } from './alteration.ts'
import { checkDesign, settledColumn } from './column-sql.ts'
import { type CountingChange, countingChange } from './counting.ts'
import { columnComment, commentSql, joinRealtime, refuseTaken, withTypes } from './create-table.ts'
import { DesignError, realtimePublication } from './design.ts'
import { droppedKeys, foreignKeySteps } from './foreign-key-steps.ts'
import { heaviest, instant } from './locks.ts'
import { onlineSteps, takesOnline } from './online-constraints.ts'
import { relationLabels } from './other-changes.ts'
import type { DesignedTable } from './read-design.ts'
import { type Fragment, joined, piece, type Step, step, tableName } from './steps.ts'

/** Asks PostgreSQL which actions rewrite the table, once columns were dropped and renamed. */
export type ProbeActions = (
  prepared: readonly Fragment[],
  actions: readonly Action[],
) => Promise<Action[]>

/**
 * The statements between the current table and the target design. Properties outside of the design
 * do not change.
 *
 * @throws DesignError when a type does not exist or the design contradicts itself.
 */
export async function alterSteps(
  db: Queryable,
  { current, target: requested, online }: Alteration,
  probe: ProbeActions,
): Promise<Step[]> {
  const { schema, name } = current.design
  if (requested.name !== name || requested.schema !== schema) await refuseTaken(db, requested)
  const target = await settled(db, current, requested)
  const counting = await countingChange(db, { current, target, online })
  const alteration = { current: counting.current, target, online }
  const table = tableName(current.design)
  const drops = dropActions(alteration)
  const renames = renameClauses(target.columns)
  const columnDrops = drops.filter(({ fragment }) => fragment[0] === 'drop column ')
  const probed = await probe(
    [...columnDrops.map(({ fragment }) => fragment), ...renames],
    changeActions(alteration, counting.options),
  )
  const actions = current.kind === 'foreign_table' ? probed.map(asElsewhere) : probed
  const shown = `${schema}.${name}`
  return [
    ...alterStatement(table, drops),
    ...counting.before,
    ...renames.map((clause) =>
      step([`alter table ${table} `, ...clause], instant(shown, 'Changes only the catalog')),
    ),
    ...alterStatement(table, actions),
    ...foreignKeySteps(alteration),
    ...counting.after,
    ...(await otherSteps(db, alteration)),
    ...(online ? onlineSteps(alteration) : []),
  ]
}

/** PostgreSQL trusts the declaration of a foreign table, and reads none of its rows. */
const asElsewhere = (action: Action): Action => ({
  ...action,
  lock: instant(action.lock.table, 'Changes only the catalog: the rows are on another server'),
})

async function settled(db: Queryable, current: DesignedTable, requested: ChangedDesign) {
  checkDesign(requested)
  const known = new Set(current.design.columns.map(({ name }) => name))
  const faults = requested.columns.flatMap(({ was }, index) =>
    was === null || known.has(was)
      ? []
      : [[`columns.${index}.name`, `The table no longer has a column ${was}`] as const],
  )
  if (faults.length > 0) throw new DesignError(Object.fromEntries(faults))
  const columns = await withTypes(db, requested.columns)
  return {
    ...requested,
    columns: columns.map((column) => settledColumn(column, requested.primary_key)),
  }
}

const alterStatement = (table: string, actions: readonly Action[]): Step[] =>
  actions.length === 0
    ? []
    : [
        step(
          [
            `alter table ${table}${actions.length === 1 ? ' ' : '\n  '}`,
            ...joined(
              actions.map(({ fragment }) => fragment),
              ',\n  ',
            ),
          ],
          heaviest(actions.map(({ lock }) => lock)),
        ),
      ]

/** The current primary key, in the target names; dropping one of its columns drops it. */
function keyOfNow({ current, target }: Alteration): string[] | null {
  const names = current.design.primary_key.map(
    (name) => target.columns.find(({ was }) => was === name)?.name,
  )
  return names.every((name) => name !== undefined) ? names : null
}

const isSameList = (a: readonly string[] | null, b: readonly string[]) =>
  a !== null && a.length === b.length && a.every((name, index) => name === b[index])

function dropActions(alteration: Alteration): Action[] {
  const { current, target } = alteration
  const { constraints } = current
  const stored = new Set(target.columns.map(({ was }) => was))
  const deleted = current.design.columns.filter(({ name }) => !stored.has(name))
  const site = getSite(alteration, 'columns')
  const key = keyOfNow(alteration)
  const dropsKey =
    constraints.primary_key !== null && key !== null && !isSameList(key, target.primary_key)
  const ofColumns = stayingColumns(alteration).flatMap(({ old, column, site: scope }) => [
    ...(old.is_unique && !column.is_unique ? (constraints.unique.get(old.name) ?? []) : []).map(
      (name) => dropAction('constraint', name, { ...scope, field: `${scope.field}.is_unique` }),
    ),
    ...[old.check === column.check ? undefined : constraints.check.get(old.name)]
      .filter((name) => name !== undefined)
      .map((name) => dropAction('constraint', name, { ...scope, field: `${scope.field}.check` })),
  ])
  return [
    ...droppedKeys(alteration).map((name) =>
      dropAction('constraint', name, { ...site, field: 'foreign_keys' }),
    ),
    ...ofColumns,
    ...(dropsKey && constraints.primary_key !== null
      ? [dropAction('constraint', constraints.primary_key, { ...site, field: 'primary_key' })]
      : []),
    ...deleted.map(({ name }) => dropAction('column', name, site)),
  ]
}

/** A name that another column still has is reached in two steps. */
function renameClauses(columns: readonly ChangedColumn[]): Fragment[] {
  const renamed = columns.flatMap((column, index) =>
    column.was !== null && column.was !== column.name
      ? [{ from: column.was, to: column.name, field: `columns.${index}.name` }]
      : [],
  )
  const leaving = new Set(renamed.map(({ from }) => from))
  const clause = (from: string, to: string, field: string): Fragment => [
    `rename column ${quoteIdent(from)} to `,
    piece(quoteIdent(to), field),
  ]
  const detours = renamed.filter(({ to }) => leaving.has(to))
  const passing = (index: number) => `basalt_renamed_${index}`
  return [
    ...detours.map(({ from, field }, index) => clause(from, passing(index), field)),
    ...renamed
      .filter(({ to }) => !leaving.has(to))
      .map(({ from, to, field }) => clause(from, to, field)),
    ...detours.map(({ to, field }, index) => clause(passing(index), to, field)),
  ]
}

function changeActions(
  alteration: Alteration,
  identityOptions: CountingChange['options'],
): Action[] {
  const { target, current, online } = alteration
  const key = keyOfNow(alteration)
  const addsKey =
    target.primary_key.length > 0 &&
    (current.constraints.primary_key === null || !isSameList(key, target.primary_key))
  const staying = stayingColumns(alteration)
  return [
    ...target.columns.flatMap((column, index) =>
      column.was === null ? [addColumn(column, getSite(alteration, `columns.${index}`))] : [],
    ),
    ...staying.flatMap(({ old, column, site }) => {
      const nullable =
        old.is_nullable !== column.is_nullable &&
        !(addsKey && target.primary_key.includes(column.name)) &&
        !(online && takesOnline({ old, column }).notNull)
          ? [nullableAction(column, site)]
          : []
      // An identity column is NOT NULL from before it becomes one until it ends.
      const scope = { ...site, identityOptions: identityOptions.get(column.name) }
      return column.is_nullable
        ? [...columnActions(old, column, scope), ...nullable]
        : [...nullable, ...columnActions(old, column, scope)]
    }),
    ...(addsKey ? [primaryKeyAction(target.primary_key, getSite(alteration, 'primary_key'))] : []),
    ...staying.flatMap(({ old, column, site }) => [
      ...(column.is_unique && !old.is_unique ? [uniqueAction(column.name, site)] : []),
      ...(column.check !== null &&
      column.check !== old.check &&
      !(online && takesOnline({ old, column }).check)
        ? [checkAction(column.check, site)]
        : []),
    ]),
  ]
}

async function otherSteps(db: Queryable, alteration: Alteration): Promise<Step[]> {
  const { current, target } = alteration
  const { design } = current
  const table = tableName(design)
  const shown = `${design.schema}.${design.name}`
  const note = instant(shown, 'Changes only the catalog')
  const reported = { ...note, lock: 'SHARE UPDATE EXCLUSIVE' } as const
  const moved = `${quoteIdent(design.schema)}.${quoteIdent(target.name)}`
  return [
    ...(target.rls_enabled === design.rls_enabled
      ? []
      : [
          step(
            [
              `alter table ${table} ${target.rls_enabled ? 'enable' : 'disable'} row level security`,
            ],
            note,
          ),
        ]),
    ...(target.is_realtime && !design.is_realtime ? await joinRealtime(db, table) : []),
    ...(!target.is_realtime && design.is_realtime
      ? [
          step(
            [`alter publication ${quoteIdent(realtimePublication)} drop table ${table}`],
            reported,
          ),
        ]
      : []),
    ...(target.comment === design.comment
      ? []
      : [step([commentSql(relationLabels[current.kind], table, target.comment)], reported)]),
    ...commentedColumns(alteration).map(({ name, comment }) =>
      step([columnComment(table, name, comment)], reported),
    ),
    ...(target.name === design.name
      ? []
      : [step([`alter table ${table} rename to `, piece(quoteIdent(target.name), 'name')], note)]),
    ...(target.schema === design.schema
      ? []
      : [
          step(
            [`alter table ${moved} set schema `, piece(quoteIdent(target.schema), 'schema')],
            note,
          ),
        ]),
  ]
}

function commentedColumns({ current, target }: Alteration): ChangedColumn[] {
  const before = new Map(current.design.columns.map(({ name, comment }) => [name, comment]))
  return target.columns.filter(
    ({ was, comment }) => comment !== (was === null ? null : (before.get(was) ?? null)),
  )
}
