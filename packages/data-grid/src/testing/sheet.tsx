import type { GridControls } from '../grid-types.ts'

/** Two rows of two columns for a grid. */
export const sheetRows = [
  ['moss', '1'],
  ['fern', '2'],
]

/** Plain controls for tests. */
export const controls: GridControls = {
  IconButton: ({ label, onClick }) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  ),
  CopyButton: ({ label }) => <button type="button">{label}</button>,
  async copyText(text) {
    await navigator.clipboard.writeText(text)
    return true
  },
}

export const sheet = {
  label: 'Sheet',
  columns: ['c0', 'c1'].map((id) => ({ id, name: id, align: 'start' as const, width: 100 })),
  source: {
    first: 0,
    rowCount: sheetRows.length,
    getRow: (index: number) => sheetRows[index],
    rowLabel: (index: number) => String(index + 1),
    anchor: { id: 'all', row: 0 },
  },
  controls,
}
