/** What a menu of a column or a cell offers; those who know about it put it there. */
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
