import type { Queryable } from '@basalt/engine'
import { isAddressedByCtid, rowColumns } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

import {
  keyOfImage,
  ownRows,
  type Referrer,
  type ShapeCache,
  type TableShape,
  getWriter,
} from '../rows/table-shape.ts'
import type { SaveSize } from './save-size.ts'
import { type Image, readByKeys } from './statements.ts'

/** A row that a foreign key deletes or changes because of another one. */
export type CascadedRow = {
  shape: TableShape
  kind: 'update' | 'delete'
  key: string[]
  before: Image
  after: Image | null
  /** The transaction that had written the row of before. */
  was: string | null
}

type Found = { row: Image; was: string | null }

/** Beyond this number rows are not stored, and the change cannot be undone. */
const maxCascaded = 50_000

type Parents = { shape: TableShape; rows: readonly Image[] }
export type RowEvent = 'delete' | 'update'

/**
 * Rows of other tables that will be deleted or set to NULL or their default with the parents, the
 * most distant first. They are locked, so that exactly these are affected. Effects of triggers are
 * not seen.
 */
export class Cascade {
  readonly rows: CascadedRow[] = []
  /** Why some rows were not stored; null when all were. */
  gap: string | null = null
  readonly #seen = new Set<string>()
  readonly #db: Queryable
  readonly #shapes: ShapeCache
  readonly #size: SaveSize

  constructor(db: Queryable, { shapes, size }: { shapes: ShapeCache; size: SaveSize }) {
    this.#db = db
    this.#shapes = shapes
    this.#size = size
  }

  has(shape: TableShape, key: readonly string[]): boolean {
    return this.#seen.has(getName(shape, key))
  }

  async collect({ shape, rows }: Parents, event: RowEvent): Promise<void> {
    for (const row of rows) {
      if (event === 'delete') this.#seen.add(getName(shape, keyOfImage(shape, row)))
    }
    for (const referrer of shape.referrers) {
      const action = event === 'delete' ? referrer.on_delete : referrer.on_update
      const isTaken = event === 'delete' && action === 'c'
      if (!isTaken && action !== 'n' && action !== 'd') continue
      const child = (await this.#shapes.load(this.#db, [referrer.table])).get(referrer.table)
      if (child === undefined) continue
      const found = await this.#find({ shape, rows }, referrer, child)
      await this.#size.add(found.map(({ row }) => row))
      if (isTaken) {
        await this.collect({ shape: child, rows: found.map(({ row }) => row) }, 'delete')
      }
      this.#keep(child, found, isTaken ? 'delete' : 'update')
      if (this.gap !== null) return
    }
  }

  /** Reads the new state of the remaining rows. */
  async finish(): Promise<void> {
    const updated = this.rows.filter(({ kind }) => kind === 'update')
    for (const shape of new Set(updated.map((row) => row.shape))) {
      const rows = updated.filter((row) => row.shape === shape)
      const images = await readByKeys(
        this.#db,
        shape,
        rows.map(({ key }) => key),
      )
      await this.#size.add(images)
      for (const [at, row] of rows.entries()) row.after = images[at] ?? null
    }
  }

  #keep(child: TableShape, found: readonly Found[], kind: CascadedRow['kind']) {
    if (
      kind === 'update' &&
      found.length > 0 &&
      (isAddressedByCtid(child) || child.key.length === 0)
    ) {
      this.gap = `The rows of ${child.schema}.${child.name} that it also changed have no key`
    }
    if (this.rows.length + found.length > maxCascaded) {
      this.gap = 'It also changed or deleted more than 50,000 rows of other tables'
    }
    if (this.gap !== null) return
    for (const { row, was } of found) {
      const key = keyOfImage(child, row)
      this.rows.push({ shape: child, kind, key, before: row, after: null, was })
    }
  }

  async #find(parents: Parents, referrer: Referrer, child: TableShape): Promise<Found[]> {
    const names = rowColumns(parents.shape)
    const parameters = referrer.referenced.map((name) => {
      const at = names.indexOf(name)
      return parents.rows.map((row) => row[at] ?? null)
    })
    const types = referrer.referenced.map(
      (name) => parents.shape.columns.find((column) => column.name === name)?.type ?? 'text',
    )
    const result = await this.#db.text(
      `select ${getWriter(child)}, ${rowColumns(child)
        .map((name) => `t.${quoteIdent(name)}`)
        .join(', ')}
       from ${ownRows(child)} t
       where (${referrer.columns.map((name) => `t.${quoteIdent(name)}`).join(', ')}) in (
         select ${types.map((type, at) => `a.c${at}::${type}`).join(', ')}
         from unnest(${parameters.map((_, at) => `$${at + 1}::text[]`).join(', ')})
           as a (${types.map((_, at) => `c${at}`).join(', ')})
       )
       limit ${maxCascaded + 1}
       for update of t`,
      parameters,
    )
    return result.rows.flatMap(([was = null, ...row]) => {
      const isKnown = child.key.length > 0 && this.has(child, keyOfImage(child, row))
      return isKnown ? [] : [{ row, was }]
    })
  }
}

const getName = (shape: TableShape, key: readonly string[]): string =>
  `${shape.id} ${key.join('\0')}`
