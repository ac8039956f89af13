import { isDeepStrictEqual } from 'node:util'

import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import { trashSchema, ownSchema } from '@basalt/pg-catalog'
import type { ChangedDesign, TableDesign } from '@basalt/pg-model'
import {
  RowError,
  findChange,
  type HistoryChange,
  lastOfLine,
  recordHistory,
  undoingKind,
  hasHistory,
} from '@basalt/pg-rows'
import { type DesignedTable, readDesign } from '@basalt/pg-schema'
import { quoteIdent } from '@basalt/pg-sql'

import { describeChange, describeDifferences } from './describe-design.ts'

/** The inverse of a change of a table. */
type Stored = {
  /** The design of before, with the names that its columns have by now. */
  back: ChangedDesign
  /** The table after the change, without later validations. */
  after: ReturnType<typeof comparable>
}

/** The names in the history, which older versions wrote too. */
type StoredJson = { back: Stored['back']; left: Stored['after'] }

export type DesignChange = Stored & {
  id: string
  kind: 'table' | 'undo' | 'redo'
  tableId: number
  /** The changes, in a few words. */
  note: string
  /** Why it cannot be undone; null when it can. */
  fixedBecause: string | null
}

type NewDesignChange = {
  id: string
  by: string
  current: DesignedTable
  target: ChangedDesign
  /** The change that this one undoes. */
  undoes?: DesignChange | undefined
}

/**
 * Writes the change of a table into the history, at the end of its transaction, with its inverse.
 * False when it cannot be undone, or the history is off.
 */
export async function recordDesign(tx: Queryable, change: NewDesignChange): Promise<boolean> {
  const { id, by, current, target, undoes } = change
  const after = await readDesign(tx, current.id)
  if (after === null) return false
  const back = backFrom(current.design, target)
  const words = `Table: ${describeChange(current.design, { after: after.design, back })}`
  // Columns that an undo drops are empty: `requireUnused` is called before.
  const lost = undoes === undefined ? whyLost(back) : undefined
  const fixedBecause = lost ?? whyFixed(back, after.design)
  const kind = undoes === undefined ? 'table' : undoingKind(undoes.kind)
  await recordHistory(tx, {
    id,
    kind,
    by,
    tables: [{ id: current.id, ...getName(after.design), columns: [], key: [] }],
    rows: [],
    note: undoes === undefined ? words : `${kind === 'redo' ? 'Redo' : 'Undo'}: ${undoes.note}`,
    undoes: undoes?.id,
    fixedBecause,
  })
  const stored: StoredJson = { back, left: comparable(after.design) }
  const [row] = await tx.query<{ is_kept: boolean }>(
    `update ${ownSchema}.changes set design = $2::jsonb where id = $1 returning is_kept`,
    [id, JSON.stringify(stored)],
  )
  return row?.is_kept === true && fixedBecause === undefined
}

/** Constraints validated after the transaction of the change may differ from their state in it. */
export async function noteRemaining(db: Queryable, id: string, tableId: number): Promise<void> {
  const after = await readDesign(db, tableId)
  if (after === null) return
  await db.query(
    `update ${ownSchema}.changes set design = jsonb_set(design, '{left}', $2::jsonb) where id = $1`,
    [id, JSON.stringify(comparable(after.design))],
  )
}

/**
 * The change of a table's design that an undo reverts: itself, or its redo. Null for changes of
 * rows, and when it is not stored.
 */
export async function findDesignChange(
  db: ProjectDatabase,
  id: string,
): Promise<DesignChange | null> {
  if (!(await hasHistory(db)) || (await readStored(db, id)) === null) return null
  const known = await findChange(db, id)
  if (known === null) return null
  const last = await lastOfLine(db, id)
  const change = last === null || last === id ? known : await findChange(db, last)
  const stored = change === null ? null : await readStored(db, change.id)
  if (change === null || stored === null) return null
  const kind = change.kind === 'undo' || change.kind === 'redo' ? change.kind : 'table'
  const note = (change.note ?? '').replace(/^(?:Table|Undo|Redo): /u, '')
  const tableId = change.tables[0]?.id ?? 0
  return { ...stored, id: change.id, kind, note, tableId, fixedBecause: change.fixed_because }
}

async function readStored(db: Queryable, id: string): Promise<Stored | null> {
  // Histories of before have no such column.
  const [row] = await db.query<{ design: StoredJson | null }>(
    `select to_jsonb(c) -> 'design' as design from ${ownSchema}.changes c where c.id = $1`,
    [id],
  )
  const stored = row?.design ?? null
  return stored === null ? null : { back: stored.back, after: stored.left }
}

/**
 * The table as it is now, and as it was before the change.
 *
 * @throws RowError when the change cannot be undone, or the table was dropped or changed since.
 */
export async function designToUndo(
  db: Queryable,
  change: DesignChange,
): Promise<{ current: DesignedTable; target: ChangedDesign }> {
  if (change.fixedBecause !== null) throw new RowError(change.fixedBecause)
  const current = await readDesign(db, change.tableId)
  const reason = whyChanged(change.after, current)
  if (current === null || reason !== null) throw new RowError(reason ?? tableDeleted)
  return { current, target: withOwnKeys(change.back, current.design) }
}

/**
 * Adds the reason to changes of tables that cannot be undone now. A locked table is left out: the
 * undo itself reports later.
 */
export async function addDesignReasons(
  db: ProjectDatabase,
  changes: readonly HistoryChange[],
): Promise<HistoryChange[]> {
  const open = changes.filter((one) => one.is_design && one.fixed_because === null)
  if (open.length === 0) return [...changes]
  const reasons = new Map<string, string>()
  for (const tableId of new Set(open.map(({ tables }) => tables[0]?.id ?? 0))) {
    const own = open.filter(({ tables }) => tables[0]?.id === tableId)
    await addTableReasons(db, { tableId, ids: own.map(({ id }) => id) }, reasons)
  }
  return changes.map((one) => {
    const reason = reasons.get(one.id)
    return reason === undefined ? one : { ...one, fixed_because: reason }
  })
}

const lockNotAvailable = '55P03'

async function addTableReasons(
  db: ProjectDatabase,
  { tableId, ids }: { tableId: number; ids: readonly string[] },
  reasons: Map<string, string>,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.text(`set local lock_timeout = '500ms'`)
      const current = await readDesign(tx, tableId)
      const changes = await tx.query<{ id: string; after: Stored['after'] }>(
        `select id::text as id, design -> 'left' as after from ${ownSchema}.changes
         where id = any ($1::uuid[])`,
        [ids],
      )
      for (const { id, after } of changes) {
        const reason = whyChanged(after, current)
        if (reason !== null) reasons.set(id, reason)
      }
    })
  } catch (error) {
    if (!(error instanceof EngineError) || error.sql?.sqlstate !== lockNotAvailable) throw error
  }
}

const tableDeleted = 'The table no longer exists'

/** Why a table is not as a change left it; null when it is. */
function whyChanged(after: Stored['after'], current: DesignedTable | null): string | null {
  if (current === null) return tableDeleted
  const { design } = current
  if (design.schema === trashSchema) return 'The table is in the trash: restore it first'
  if (isDeepStrictEqual(comparable(design), after)) return null
  const words = describeDifferences(after, {
    after: design,
    back: {
      columns: after.columns.map((column, at) => ({
        ...column,
        was: findColumnNow(after, design, at),
        using: null,
      })),
    },
  })
  const what = words === '' ? '' : `: ${words}`
  return `The table was changed after this${what}. Undo the later changes first, or edit the table directly.`
}

/**
 * Columns are matched by name; a new name in the position of a dropped one counts as a renaming.
 */
function findColumnNow(after: Columns, now: Columns, at: number): string | null {
  const has = ({ columns }: Columns, name: string) => columns.some((one) => one.name === name)
  const old = after.columns[at]?.name ?? ''
  if (has(now, old)) return old
  const renamed = now.columns[at]?.name
  return renamed === undefined || has(after, renamed) ? null : renamed
}

type Columns = Pick<TableDesign, 'columns'>

/** Self-referencing foreign keys name the table by its current name until that is restored. */
function withOwnKeys(back: ChangedDesign, { schema, name }: TableDesign): ChangedDesign {
  return {
    ...back,
    foreign_keys: back.foreign_keys.map((key) => {
      const { references } = key
      const isSelfReference = references.schema === back.schema && references.table === back.name
      return isSelfReference ? { ...key, references: { ...references, schema, table: name } } : key
    }),
  }
}

/** Writes a query that checks whether a column has values other than its default. */
const findEntered = /* SQL */ `
  select format('select exists (select from %s t where %s)', a.attrelid::regclass, case
    when d.adbin is null then format('t.%I is not null', a.attname)
    else format('format(%L, t.%I) is distinct from format(%L, (%s)::%s)', '%s', a.attname, '%s',
      pg_get_expr(d.adbin, d.adrelid), format_type(a.atttypid, a.atttypmod))
  end)
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::oid and a.attname = $2`

/** @throws RowError when columns to be dropped have values that users entered. */
export async function requireUnused(
  tx: Queryable,
  { current, target }: Pick<NewDesignChange, 'current' | 'target'>,
): Promise<void> {
  const staying = new Set(target.columns.map(({ was }) => was))
  const { schema, name } = current.design
  const going = current.design.columns.filter(
    (one) => !staying.has(one.name) && one.generated === null && one.identity === null,
  )
  // The lock keeps other sessions from filling them until they are dropped.
  if (going.length > 0) {
    await tx.text(`lock table ${quoteIdent(schema)}.${quoteIdent(name)} in access exclusive mode`)
  }
  for (const column of going) {
    const { rows } = await tx.text(findEntered, [current.id, column.name])
    const found = await tx.text(rows[0]?.[0] ?? 'select false')
    if (found.rows[0]?.[0] !== 't') continue
    throw new RowError(
      `The column ${column.name} now has values. To delete them, drop the column in the table's dialog.`,
    )
  }
}

function backFrom(design: TableDesign, target: ChangedDesign): ChangedDesign {
  const nameNow = new Map(target.columns.map(({ was, name }) => [was, name]))
  return {
    ...design,
    columns: design.columns.map((column) => ({
      ...column,
      was: nameNow.get(column.name) ?? null,
      using: null,
    })),
  }
}

function whyLost(back: ChangedDesign): string | undefined {
  const dropped = back.columns.filter(({ was }) => was === null).map(({ name }) => name)
  return dropped.length === 0
    ? undefined
    : `The values of ${dropped.join(', ')} were deleted with it`
}

function whyFixed(back: ChangedDesign, after: TableDesign): string | undefined {
  const types = new Map(after.columns.map((column) => [column.name, getType(column)]))
  const other = back.columns.filter(
    (column) => column.was !== null && types.get(column.was) !== getType(column),
  )
  if (other.length === 0) return undefined
  return `Values of ${other.map(({ was }) => was).join(', ')} were converted and may not convert back`
}

const getType = ({ data_type, generated }: TableDesign['columns'][number]): string =>
  JSON.stringify([data_type, generated])

const getName = ({ schema, name }: TableDesign) => ({ schema, name })

/** Keys become valid by validation, which is no change of the design. */
const comparable = (design: TableDesign) => ({
  ...design,
  foreign_keys: design.foreign_keys.map(({ is_valid: _isValid, ...key }) => key),
})
