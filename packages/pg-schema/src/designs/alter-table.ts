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
  { current, wanted: requested, gently }: Alteration,
  probe: ProbeActions,
): Promise<Step[]> {
  const { schema, name } = current.design
  if (requested.name !== name || requested.schema !== schema) await refuseTaken(db, requested)
  const wanted = await settled(db, current, requested)
  const counting = await countingChange(db, { current, wanted, gently })
  const alteration = { current: counting.current, wanted, gently }
  const target = tableName(current.design)
  const drops = dropActions(alteration)
  const renames = renameClauses(wanted.columns)
  const columnDrops = drops.filter(({ fragment }) => fragment[0] === 'drop column ')
  const probed = await probe(
    [...columnDrops.map(({ fragment }) => fragment), ...renames],
    changeActions(alteration, counting.options),
  )
  const actions = current.kind === 'foreign_table' ? probed.map(asElsewhere) : probed
  const shown = `${schema}.${name}`
  return [
    ...alterStatement(target, drops),
    ...counting.before,
    ...renames.map((clause) =>
      step([`alter table ${target} `, ...clause], instant(shown, 'Changes only the catalog')),
    ),
    ...alterStatement(target, actions),
    ...foreignKeySteps(alteration),
    ...counting.after,
    ...(await otherSteps(db, alteration)),
    ...(gently ? onlineSteps(alteration) : []),
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

const alterStatement = (target: string, actions: readonly Action[]): Step[] =>
  actions.length === 0
    ? []
    : [
        step(
          [
            `alter table ${target}${actions.length === 1 ? ' ' : '\n  '}`,
            ...joined(
              actions.map(({ fragment }) => fragment),
              ',\n  ',
            ),
          ],
          heaviest(actions.map(({ lock }) => lock)),
        ),
      ]

/** The current primary key, in the target names; dropping one of its columns drops it. */
function keyOfNow({ current, wanted }: Alteration): string[] | null {
  const names = current.design.primary_key.map(
    (name) => wanted.columns.find(({ was }) => was === name)?.name,
  )
  return names.every((name) => name !== undefined) ? names : null
}

const isSameList = (a: readonly string[] | null, b: readonly string[]) =>
  a !== null && a.length === b.length && a.every((name, index) => name === b[index])

function dropActions(alteration: Alteration): Action[] {
  const { current, wanted } = alteration
  const { constraints } = current
  const stored = new Set(wanted.columns.map(({ was }) => was))
  const deleted = current.design.columns.filter(({ name }) => !stored.has(name))
  const site = getSite(alteration, 'columns')
  const key = keyOfNow(alteration)
  const dropsKey =
    constraints.primary_key !== null && key !== null && !isSameList(key, wanted.primary_key)
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
  const { wanted, current, gently } = alteration
  const key = keyOfNow(alteration)
  const addsKey =
    wanted.primary_key.length > 0 &&
    (current.constraints.primary_key === null || !isSameList(key, wanted.primary_key))
  const staying = stayingColumns(alteration)
  return [
    ...wanted.columns.flatMap((column, index) =>
      column.was === null ? [addColumn(column, getSite(alteration, `columns.${index}`))] : [],
    ),
    ...staying.flatMap(({ old, column, site }) => {
      const nullable =
        old.is_nullable !== column.is_nullable &&
        !(addsKey && wanted.primary_key.includes(column.name)) &&
        !(gently && takesOnline({ old, column }).notNull)
          ? [nullableAction(column, site)]
          : []
      // An identity column is NOT NULL from before it becomes one until it ends.
      const scope = { ...site, identityOptions: identityOptions.get(column.name) }
      return column.is_nullable
        ? [...columnActions(old, column, scope), ...nullable]
        : [...nullable, ...columnActions(old, column, scope)]
    }),
    ...(addsKey ? [primaryKeyAction(wanted.primary_key, getSite(alteration, 'primary_key'))] : []),
    ...staying.flatMap(({ old, column, site }) => [
      ...(column.is_unique && !old.is_unique ? [uniqueAction(column.name, site)] : []),
      ...(column.check !== null &&
      column.check !== old.check &&
      !(gently && takesOnline({ old, column }).check)
        ? [checkAction(column.check, site)]
        : []),
    ]),
  ]
}

async function otherSteps(db: Queryable, alteration: Alteration): Promise<Step[]> {
  const { current, wanted } = alteration
  const { design } = current
  const target = tableName(design)
  const shown = `${design.schema}.${design.name}`
  const note = instant(shown, 'Changes only the catalog')
  const reported = { ...note, lock: 'SHARE UPDATE EXCLUSIVE' } as const
  const moved = `${quoteIdent(design.schema)}.${quoteIdent(wanted.name)}`
  return [
    ...(wanted.rls_enabled === design.rls_enabled
      ? []
      : [
          step(
            [
              `alter table ${target} ${wanted.rls_enabled ? 'enable' : 'disable'} row level security`,
            ],
            note,
          ),
        ]),
    ...(wanted.is_realtime && !design.is_realtime ? await joinRealtime(db, target) : []),
    ...(!wanted.is_realtime && design.is_realtime
      ? [
          step(
            [`alter publication ${quoteIdent(realtimePublication)} drop table ${target}`],
            reported,
          ),
        ]
      : []),
    ...(wanted.comment === design.comment
      ? []
      : [step([commentSql(relationLabels[current.kind], target, wanted.comment)], reported)]),
    ...commentedColumns(alteration).map(({ name, comment }) =>
      step([columnComment(target, name, comment)], reported),
    ),
    ...(wanted.name === design.name
      ? []
      : [step([`alter table ${target} rename to `, piece(quoteIdent(wanted.name), 'name')], note)]),
    ...(wanted.schema === design.schema
      ? []
      : [
          step(
            [`alter table ${moved} set schema `, piece(quoteIdent(wanted.schema), 'schema')],
            note,
          ),
        ]),
  ]
}

function commentedColumns({ current, wanted }: Alteration): ChangedColumn[] {
  const before = new Map(current.design.columns.map(({ name, comment }) => [name, comment]))
  return wanted.columns.filter(
    ({ was, comment }) => comment !== (was === null ? null : (before.get(was) ?? null)),
  )
}
