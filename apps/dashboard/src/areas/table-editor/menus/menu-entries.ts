/** An entry of a column's or cell's menu; features register them. */
export type MenuEntry = {
  id: string
  label: string
  /** Shown on the right, as the registry writes keys. */
  keys?: string
  isDanger?: boolean
  /** Why it cannot be chosen; shown below the label. */
  disabledReason?: string | undefined
  onSelect: () => void
}
