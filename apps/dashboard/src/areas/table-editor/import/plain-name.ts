/** Names that differ in case or in their separators only are the same to people. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/gu, '')

/** Whether most of the cells are names of columns. */
export function areNamesOf(cells: readonly (string | null)[], columns: readonly string[]): boolean {
  const names = new Set(columns.map(plainName))
  const known = cells.filter((cell) => names.has(plainName(cell ?? '')))
  return known.length * 2 > cells.length && cells.every((cell) => cell !== null && cell !== '')
}

/** Whether the row may be data of a table with these columns: none of its cells is a name. */
export function couldBeRowOf(
  cells: readonly (string | null)[],
  columns: readonly string[],
): boolean {
  const names = new Set(columns.map(plainName))
  return cells.length <= columns.length && !cells.some((cell) => names.has(plainName(cell ?? '')))
}
