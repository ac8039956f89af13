import type { TableDetail } from '@basalt/contract/database/tables'
import type { QueryClient } from '@tanstack/react-query'

import { rowColumns } from '../../../product/row-changes/row-columns.ts'
import { undoChange, type Undone } from '../../../product/row-changes/undo-change.ts'
import { getCursor, keyReader } from '../rows/row-key.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { Row } from '../rows/row-window.ts'
import type { Done } from './use-undo.ts'

/**
 * Rows as an undo has left them, by the keys that they had before it and have now, and the columns
 * of them that it has written.
 */
export type PutBack = { rows: ReadonlyMap<string, Row>; written: ReadonlySet<string> }

const nothing: PutBack = { rows: new Map(), written: new Set() }

type Scope = { ref: string; table: TableDetail; store: RowStore }
type Step = {
  id: string
  isRedo: boolean
  /** The change, and its undo. */
  steps: readonly { current: Done[] }[]
  onDisputed: (id: string) => void
  /** Values that undos just before have restored. */
  before: PutBack | undefined
}

/** Undoes a change; the rows that are shown are as it has left them from then on. */
export async function undoStep(
  client: QueryClient,
  { ref, table, store }: Scope,
  { id, isRedo, steps: [from, to], onDisputed, before = nothing }: Step,
): Promise<PutBack> {
  const undo = crypto.randomUUID()
  let back = nothing
  let isShown = false
  const onUndone = (undone: Undone) => {
    back = rowsPutBack(table, undone)
    isShown = back.rows.size > 0 && isOfRowsThatStay(undone)
    const getKey = keyReader(table)
    store.change((row) => back.rows.get(getCursor(getKey(row) ?? [])) ?? row)
  }
  const outcome = await undoChange(client, { ref, id, undo, isRedo, onUndone })
  if (outcome === 'disputed') onDisputed(id)
  if (outcome === 'undone' || outcome === 'over') {
    const since = performance.now()
    const { at = since } = from?.current.find((one) => one.id === id) ?? {}
    if (from !== undefined) from.current = from.current.filter((one) => one.id !== id)
    if (outcome === 'undone') to?.current.push({ id: undo, at, since })
    // As after an edit, rows keep their positions when their content is known.
    if (!isShown) store.reread()
  }
  return {
    rows: new Map([...before.rows, ...back.rows]),
    written: new Set([...before.written, ...back.written]),
  }
}

const isOfRowsThatStay = ({ results, keys, cascaded }: Undone): boolean =>
  cascaded === 0 &&
  (keys ?? [null]).every((key) => key !== null) &&
  (results ?? []).every((result) => 'row' in result)

/** Known where rows of this table alone were put back, with all that names them. */
function rowsPutBack(
  table: TableDetail,
  { results, columns = {}, written, keys }: Undone,
): PutBack {
  const target = rowColumns(table)
  const [[id, names] = [], ...others] = Object.entries(columns)
  const isKnown = Number(id) === table.id && others.length === 0
  if (!isKnown || names === undefined || !target.every((name) => names.includes(name)))
    return nothing
  const getKey = keyReader(table)
  const rows = (results ?? []).flatMap((result, at): [string, Row][] => {
    if (!('row' in result)) return []
    const row = target.map((name) => result.row[names.indexOf(name)] ?? null)
    return [keys?.[at], getKey(row)].flatMap((key) => (key ? [[getCursor(key), row]] : []))
  })
  return { rows: new Map(rows), written: new Set(written) }
}
