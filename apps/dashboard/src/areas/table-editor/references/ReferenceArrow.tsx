import { ArrowUpRight } from 'lucide-react'

type Props = {
  /** Name of the referenced table. */
  table: string
  /** Of the column's text; the arrow is at the other end. */
  align: 'start' | 'end'
  onPress: () => void
}

/** Leads from the active cell of a foreign key to the row that it points at. */
export function ReferenceArrow({ table, align, onPress }: Props) {
  return (
    <button
      type="button"
      // Space does the same from the grid, which has the single tab stop.
      tabIndex={-1}
      aria-label={`Show the row in ${table}`}
      title={`Show the row in ${table} (Space)`}
      className={`absolute top-1 grid size-6 place-items-center rounded-control border border-line bg-raised text-accent hover:bg-hover pointer-coarse:size-8 pointer-coarse:-top-0 ${align === 'end' ? 'left-1' : 'right-1'}`}
      onClick={onPress}
    >
      <ArrowUpRight className="size-3.5!" />
    </button>
  )
}
