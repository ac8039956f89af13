/** The upper left corner of a table in the diagram, in its pixels. */
export type Place = { x: number; y: number }

export const nodeWidth = 240
export const headHeight = 34
export const rowHeight = 22
/** Further columns are counted on the last line. */
export const maxRows = 30

export const nodeHeight = (columns: number): number =>
  headHeight + Math.min(columns, maxRows + 1) * rowHeight + 6
