import { type ColumnLayout, shownColumns } from './column-layout.ts'

/** The layout with a column before another one, or last of its kind: frozen or not. */
export function withMoved(
  layout: ColumnLayout,
  names: readonly string[],
  { name, before }: { name: string; before: string | undefined },
): ColumnLayout {
  const all = shownColumns(names, { ...layout, hidden: [] }).map((index) => names[index] ?? '')
  const rest = all.filter((other) => other !== name)
  const at = before === undefined ? -1 : rest.indexOf(before)
  const order = at === -1 ? [...rest, name] : rest.toSpliced(at, 0, name)
  return { ...layout, order, frozen: order.filter((other) => layout.frozen.includes(other)) }
}

/**
 * Frozen columns are appended to the frozen ones; a released column returns to its former position.
 */
export function withFrozen(layout: ColumnLayout, name: string, isFrozen: boolean): ColumnLayout {
  const others = layout.frozen.filter((other) => other !== name)
  return { ...layout, frozen: isFrozen ? [...others, name] : others }
}

export function withHidden(layout: ColumnLayout, name: string, isHidden: boolean): ColumnLayout {
  const others = layout.hidden.filter((other) => other !== name)
  return { ...layout, hidden: isHidden ? [...others, name] : others }
}

/** The column before which one is moved by a position; undefined at an end. */
export function getMove(
  layout: ColumnLayout,
  names: readonly string[],
  { name, by }: { name: string; by: -1 | 1 },
): { before: string | undefined } | undefined {
  const shown = shownColumns(names, layout).map((index) => names[index] ?? '')
  const position = shown.indexOf(name)
  const other = shown[position + by]
  const isFrozen = (column: string) => layout.frozen.includes(column)
  if (position === -1 || other === undefined || isFrozen(other) !== isFrozen(name)) return undefined
  return { before: by === -1 ? other : shown[position + 2] }
}
