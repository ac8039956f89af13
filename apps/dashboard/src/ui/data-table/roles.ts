/** Written out, because browsers may drop the roles of a table whose rows are grids. */
export const rowGroup = { role: 'rowgroup' } as const
export const rowRole = { role: 'row' } as const
export const columnHeader = { role: 'columnheader', scope: 'col' } as const
