/** The user's layout of a table's columns, by name; unknown names are ignored. */
export type ColumnLayout = {
  /** Columns that were moved stand as here; those not named follow as the table has them. */
  order: readonly string[]
  hidden: readonly string[]
  /** Fixed at the left, in the order in which they were frozen. */
  frozen: readonly string[]
}

/** The visible columns in order, as indexes of `names`. One column always stays visible. */
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
