import { isAddressedByCtid, isSystemColumn, rowColumns } from '@basalt/pg-catalog'
import type { RowOperation, HistoryRow, UndoConflict } from '@basalt/pg-model'
import { type TableShape, RowError, type HistoryChange } from '@basalt/pg-rows'

type Image = (string | null)[]
type Values = Record<string, string | null>

export type UndoPlan = {
  operations: RowOperation[]
  /** The changed rows that each operation restores. */
  places: number[]
  conflicts: UndoConflict[]
}

type Known = {
  change: Pick<HistoryChange, 'tables'>
  rows: readonly HistoryRow[]
  /** By index in the change's tables; a dropped table is left out. */
  shapes: ReadonlyMap<number, TableShape>
  /** The row of each place's key as it is now. */
  current: ReadonlyMap<number, Image | null>
  resolutions: Readonly<Record<string, 'restore' | 'skip'>>
}

/**
 * The operations that restore the rows, the last change first. A row that was changed since is a
 * conflict, unless a resolution decides to restore or to leave it. A row that is restored already
 * needs nothing.
 *
 * @throws RowError when a column whose values were changed was dropped, or when a row without a key
 *   is not where the change left it, with the values that it left.
 */
export function planUndo(known: Known): UndoPlan {
  const plan: UndoPlan = { operations: [], places: [], conflicts: [] }
  const states = new Map<string, Values | null>()
  for (const row of known.rows.toReversed()) {
    const shape = known.shapes.get(row.table)
    const table = known.change.tables[row.table]
    if (shape === undefined || table === undefined) continue
    const step = new Step(row, shape, table.columns)
    const name = `${row.table} ${JSON.stringify(row.key)}`
    const image = known.current.get(row.place) ?? null
    const now = states.has(name) ? (states.get(name) ?? null) : step.valuesNow(image)
    if (isAddressedByCtid(shape) && !step.isUntouched(now)) throw new RowError(lostRow(shape))
    const resolution = known.resolutions[row.place]
    if (step.isUndone(now) || resolution === 'skip') continue
    if (!step.isUntouched(now) && resolution === undefined) {
      const { place: position, table: at, kind, key, before, after } = row
      plan.conflicts.push({ place: position, table: at, kind, key, before, after, current: image })
      continue
    }
    const operation = step.operation(now)
    states.set(name, null)
    states.set(`${row.table} ${JSON.stringify(step.beforeKey)}`, step.before)
    if (operation === null) continue
    plan.operations.push(operation)
    plan.places.push(row.place)
  }
  return plan
}

/** Why a change of a row without a key is not undone. */
export const lostRow = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `A row of ${schema}.${name} was changed, moved or deleted after this. The table has no key to find it, so the change cannot be undone.`

/** One changed row and its inverse. */
class Step {
  readonly row: HistoryRow
  readonly shape: TableShape
  /** Without columns that the table no longer has. */
  readonly before: Values | null
  readonly after: Values | null

  constructor(row: HistoryRow, shape: TableShape, columns: readonly string[]) {
    this.row = row
    this.shape = shape
    const stored = new Set(rowColumns(shape))
    const missing = columns.find(
      (name, at) => !stored.has(name) && row.before?.[at] !== row.after?.[at],
    )
    if (row.kind === 'update' && missing !== undefined)
      throw new RowError(
        `The column "${missing}" of ${shape.schema}.${shape.name} no longer exists`,
      )
    this.before = valuesOf(row.before, columns, stored)
    this.after = valuesOf(row.after, columns, stored)
  }

  /** Under which key the row is found when it is back. */
  get beforeKey(): readonly string[] {
    const { before, shape } = this
    if (before === null || isAddressedByCtid(shape)) return this.row.key
    return shape.key.map((name) => before[name] ?? '')
  }

  valuesNow(image: Image | null): Values | null {
    return valuesOf(image, rowColumns(this.shape), new Set(rowColumns(this.shape)))
  }

  /** Columns whose values the change has changed. */
  get #changed(): string[] {
    const { before, after } = this
    if (before === null || after === null) return []
    return Object.keys(before).filter(
      (name) => !isSystemColumn(name) && before[name] !== after[name],
    )
  }

  /** Whether the row is as it was before the change. */
  isUndone(now: Values | null): boolean {
    const { before } = this
    // At the place of a row without a key there may be another row by now.
    if (isAddressedByCtid(this.shape)) return false
    if (this.row.kind === 'insert') return now === null
    if (now === null || before === null) return false
    if (this.row.kind === 'delete') return isPart(before, now)
    return this.#changed.every((name) => now[name] === before[name])
  }

  /** Whether the row is as the change left it, in the columns of the inverse. */
  isUntouched(now: Values | null): boolean {
    const { after } = this
    if (this.row.kind === 'delete') return now === null || isAddressedByCtid(this.shape)
    if (now === null) return false
    // Of imported rows only the keys are stored.
    if (after === null) return true
    if (this.row.kind === 'insert' || isAddressedByCtid(this.shape))
      return isPart(getShown(after), now)
    return this.#changed.every((name) => now[name] === after[name])
  }

  /** Null when there is nothing to do. */
  operation(now: Values | null): RowOperation | null {
    const { shape, before, row } = this
    const table = shape.id
    const { key } = row
    if (row.kind === 'insert') {
      return now === null ? null : { op: 'delete', table, key, previous: getShown(now) }
    }
    if (before === null) return null
    if (now === null || (row.kind === 'delete' && isAddressedByCtid(shape))) {
      return { op: 'insert', table, values: this.#writable(before) }
    }
    const names = row.kind === 'delete' ? Object.keys(before) : this.#changed
    const values = Object.fromEntries(
      Object.entries(this.#writable(before)).filter(
        ([name]) => names.includes(name) && now[name] !== before[name],
      ),
    )
    if (Object.keys(values).length === 0) return null
    const previous = isAddressedByCtid(shape) ? getShown(now) : only(now, Object.keys(values))
    return { op: 'update', table, key, values, previous }
  }

  /** A `generated always` identity can be restored, a generated column cannot. */
  #writable(values: Values): Values {
    const names = this.shape.columns
      .filter(({ is_generated, is_identity_always }) => !is_generated || is_identity_always)
      .map(({ name }) => name)
    return only(values, names)
  }
}

const getShown = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSystemColumn(name)))

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

const isPart = (part: Values, full: Values): boolean =>
  Object.entries(part).every(([name, value]) => full[name] === value)

function valuesOf(
  image: Image | null,
  columns: readonly string[],
  stored: ReadonlySet<string>,
): Values | null {
  if (image === null) return null
  return Object.fromEntries(
    columns.flatMap((name, at) => (stored.has(name) ? [[name, image[at] ?? null] as const] : [])),
  )
}
