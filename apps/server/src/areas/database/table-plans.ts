import type { TableChange } from '@basalt/contract/database/table-changes'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { findTable, listDependents } from '@basalt/pg-catalog'
import type { TableDesign, IndexDesign } from '@basalt/pg-model'
import {
  type Alteration,
  alterSteps,
  createSteps,
  DesignError,
  dropSteps,
  duplicateSteps,
  enableRlsSteps,
  inLockedTransaction,
  indexSteps,
  probeOn,
  readDesign,
  readView,
  refreshSteps,
  type Step,
  truncateSteps,
  viewSteps,
} from '@basalt/pg-schema'
import { canReturn, onlyForGood, planDrop, type TrashPlan } from '@basalt/pg-undo'

type Requested =
  | TableChange
  | { action: 'create'; design: TableDesign }
  | ({ action: 'index'; table_id: number } & IndexDesign)

/** A change as statements, with its preconditions. */
export type TablePlan = {
  steps: Step[]
  /** The object concerned, by name. */
  target: { schema: string; name: string }
  tableId: number | undefined
  columns: readonly { name: string }[]
  /** In place of the steps, which it shows: a drop into the trash. */
  trash?: TrashPlan
  /** The changed part of the design, before and after. */
  alteration?: Pick<Alteration, 'current' | 'target'>
  /** Runs first in the transaction. */
  before?: (tx: Queryable) => Promise<void>
}

/** Reads the current state and returns the plan. Changes nothing. */
export async function planChange(db: ProjectDatabase, requested: Requested): Promise<TablePlan> {
  if (requested.action === 'create') {
    const { design } = requested
    const steps = await createSteps(db, design)
    return { steps, target: design, tableId: undefined, columns: design.columns }
  }
  const table = await findTable(db, requested.table_id)
  if (table === null) throw new ApiError('not_found', 'This table does not exist')
  if (requested.action === 'alter') return planAlter(db, requested)
  // Reading locks the table: it waits no longer than the change would.
  return inLockedTransaction(db, table.id, async (tx) => {
    if (requested.action === 'view') return planView(tx, requested)
    if (requested.action === 'drop') return getPlanDrop(tx, table, requested)
    return { ...getPlan(table), steps: await simpleSteps(tx, table, requested) }
  })
}

type Table = NonNullable<Awaited<ReturnType<typeof findTable>>>

const getPlan = ({ id, schema, name }: Table) => ({
  target: { schema, name },
  tableId: id,
  columns: [],
})

type Simple = Exclude<Requested, { action: 'create' | 'alter' | 'view' | 'drop' }>

async function simpleSteps(db: Queryable, table: Table, requested: Simple): Promise<Step[]> {
  if (requested.action === 'duplicate') {
    return duplicateSteps(db, await designed(db, table.id), requested)
  }
  if (requested.action === 'truncate') return truncateSteps(table, requested)
  if (requested.action === 'enable-rls') return enableRlsSteps(table)
  const sized = { ...table, size_bytes: await getSize(db, table.id) }
  return requested.action === 'refresh'
    ? refreshSteps(sized, requested)
    : indexSteps(sized, requested)
}

async function designed(db: Queryable, id: number) {
  const found = await readDesign(db, id)
  if (found !== null) return found
  throw new ApiError('conflict', 'This is a view: its columns come from its query')
}

const changedConcurrently = () =>
  new ApiError(
    'conflict',
    'Someone else changed this table, so nothing was done. Reload it to see its current design.',
  )

type Alter = Extract<TableChange, { action: 'alter' }>

async function planAlter(db: ProjectDatabase, requested: Alter): Promise<TablePlan> {
  const { design, online, table_id: id, version } = requested
  const current = await inLockedTransaction(db, id, (tx) => designed(tx, id))
  if (current.version !== version) throw changedConcurrently()
  return planDesign(db, { current, target: design, online })
}

/** The steps from the current table to the target design. */
export async function planDesign(
  db: ProjectDatabase,
  { current, target: design, online }: Alteration,
): Promise<TablePlan> {
  const { id, version } = current
  const steps = await alterSteps(
    db,
    { current, target: design, online },
    probeOn(db, current.design),
  )
  if (steps.length === 0) throw new ApiError('invalid_request', 'There are no changes to apply')
  return {
    steps,
    target: current.design,
    tableId: id,
    columns: design.columns,
    alteration: { current, target: design },
    before: async (tx) => {
      if ((await readDesign(tx, id))?.version !== version) throw changedConcurrently()
    },
  }
}

type ViewChange = Extract<TableChange, { action: 'view' }>

async function planView(db: Queryable, requested: ViewChange): Promise<TablePlan> {
  const current = await readView(db, requested.table_id)
  if (current === null) throw new ApiError('not_found', 'This view does not exist')
  if (current.version !== requested.version) throw changedConcurrently()
  const steps = viewSteps(current, requested.design)
  if (steps.length === 0) throw new ApiError('invalid_request', 'There are no changes to apply')
  return { steps, target: current.design, tableId: requested.table_id, columns: [] }
}

type Drop = Extract<TableChange, { action: 'drop' }>
async function getPlanDrop(db: Queryable, table: Table, requested: Drop): Promise<TablePlan> {
  const dependents = await listDependents(db, table.id)
  if (dependents.length > 0 && !requested.cascade) {
    const named = dependents.map(({ description }) => description).join(', ')
    throw new ApiError(
      'conflict',
      `Nothing was dropped: ${named} would be dropped with ${table.name}`,
    )
  }
  const plan = getPlan(table)
  const reason = await onlyForGood(db, table.id, dependents)
  if (requested.for_good || reason !== null) {
    if (!requested.for_good && dependents.some((one) => !canReturn(one))) {
      throw new ApiError('conflict', `It can only be deleted permanently: ${reason ?? ''}`)
    }
    return { ...plan, steps: dropSteps(table, requested) }
  }
  const trash = await planDrop(db, table)
  return { ...plan, trash, steps: [...trash.moving, ...trash.dropping] }
}

/** With its indexes and TOAST data. */
export async function getSize(db: Queryable, id: number): Promise<number> {
  const [row] = await db.query<{ size: number }>(
    'select pg_total_relation_size($1::oid)::float8 as size',
    [id],
  )
  return row?.size ?? 0
}

/** Converts an error of a design for the answer. */
export function asApiError(error: unknown): unknown {
  if (!(error instanceof DesignError)) return error
  return new ApiError('invalid_request', error.message, { fields: error.fields, cause: error })
}
