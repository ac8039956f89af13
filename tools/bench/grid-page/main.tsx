// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import '../../../apps/dashboard/src/tokens.css'
import { Grid } from '@basalt/data-grid/Grid'
import type {
  CellWrite,
  GridColumn,
  GridControls,
  GridRow,
  GridSource,
} from '@basalt/data-grid/grid-types'
import { type ReactNode, StrictMode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'

import { showFloor } from './floor.ts'

// The grid without a server measures its own cost. `?rows=` and `?columns=` set the size, and
// `?floor` shows plain elements instead.

const requested = new URLSearchParams(globalThis.location.search)
const rowCount = Number(requested.get('rows') ?? 100_000)
const columnCount = Number(requested.get('columns') ?? 20)

const columns: GridColumn[] = Array.from({ length: columnCount }, (_, index) => ({
  id: `c${index}`,
  name: `column ${index}`,
  detail: index % 3 === 0 ? 'bigint' : 'text',
  align: index % 3 === 0 ? 'end' : 'start',
  width: 120,
  isFrozen: index === 0,
}))

/** The measured keys use none of them. */
const controls: GridControls = {
  IconButton: ({ label, onClick }) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  ),
  CopyButton: ({ label }) => <button type="button">{label}</button>,
  copyText: () => Promise.resolve(false),
}

/** Rows are created when they are shown, as they arrive from a server; a few are cached. */
const stored = new Map<number, GridRow>()
const written = new Map<string, string | null>()

function getRowFor(index: number): GridRow {
  const known = stored.get(index)
  if (known !== undefined) return known
  if (stored.size > 5000) stored.clear()
  const row = columns.map(
    (_, column) => written.get(`${index} ${column}`) ?? `value ${index} of ${column}`,
  )
  stored.set(index, row)
  return row
}

function Page(): ReactNode {
  const [version, setVersion] = useState(0)
  const source = useMemo<GridSource>(
    () => ({
      first: 0,
      rowCount,
      getRow: (index) => (version >= 0 ? getRowFor(index) : undefined),
      rowLabel: (index) => String(index + 1),
      anchor: { id: 'all', row: 0 },
    }),
    [version],
  )
  function handleWrite(cells: readonly CellWrite[]) {
    for (const { row, column, value } of cells) written.set(`${row} ${column}`, value)
    stored.clear()
    document.body.dataset['written'] = String(cells.length)
    setVersion((current) => current + 1)
  }
  return (
    <div style={{ position: 'fixed', inset: 0, display: 'flex' }}>
      <Grid {...{ columns, source, controls }} label="Rows" onWrite={handleWrite} />
    </div>
  )
}

const root = document.querySelector<HTMLElement>('#root')
if (root !== null && requested.has('floor')) showFloor(root)
else if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
