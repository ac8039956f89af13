/** How somebody arranged the columns of a table, by name; unknown names are of no effect. */
export type ColumnLayout = {
  /** Columns that were moved stand as here; those not named follow as the table has them. */
  order: readonly string[]
  hidden: readonly string[]
  /** Stay at the left, in the order in which they were frozen. */
  frozen: readonly string[]
}

/**
 * Which columns are on the screen, in which order, as indexes of `names`. Whatever is
 * hidden, one column is left to be looked at.
 */
export function shownColumns(
  names: readonly string[],
  { order, hidden, frozen }: ColumnLayout,
): number[] {
  const named = [...frozen, ...order, ...names]
  const positions = [...new Set(named.map((name) => names.indexOf(name)))]
  const all = positions.filter((index) => index !== -1)
  const shown = all.filter((index) => !hidden.includes(names[index] ?? ''))
  return shown.length === 0 ? all.slice(0, 1) : shown
}
