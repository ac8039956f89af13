import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Two rows of two columns, as a grid takes them. */
export const sheetRows = [
  ['moss', '1'],
  ['fern', '2'],
]

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
}

/** Waits until the timers that an act has started are over. */
export async function timersDone(): Promise<void> {
  let isOver = false
  setTimeout(() => (isOver = true), 100)
  await waitFor(() => expect(isOver).toBe(true), { interval: 5 })
}
