import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import { nameOfRow } from './cell-content.ts'
import type { CellPosition, GridColumn, GridControls, GridSource } from './grid-types.ts'

type Props = {
  controls: GridControls
  column: GridColumn
  /** Its column is an index into the columns of the owner. */
  cell: CellPosition
  source: GridSource
  onClose: () => void
  /** Shown in place of the text. */
  children?: ReactNode
}

/** Shows the whole value of the active cell, wrapped, in a panel next to the rows. */
export function CellPanel({ controls, column, cell, source, onClose, children }: Props) {
  const { CopyButton, IconButton } = controls
  const { value, failure } = useFull(cell, source)
  return (
    <aside
      aria-label={`${column.name}, ${nameOfRow(source, cell.row)}`}
      className="grid-panel flex animate-fade-in flex-col border-l border-line-strong bg-raised"
    >
      <header className="flex h-9 flex-none items-center gap-2 border-b border-line pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium">
          {column.name} <span className="text-ink-faint">{column.detail}</span>
        </h2>
        {typeof value === 'string' && <CopyButton text={value} label="Copy value" />}
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <section className="min-h-0 flex-1 overflow-auto" tabIndex={0} aria-label="Value">
        {children ??
          (failure === undefined ? (
            <Value value={value} />
          ) : (
            <p role="alert" className="p-3 text-bad">
              The value could not be loaded: {failure}
            </p>
          ))}
      </section>
    </aside>
  )
}

type Whole = { name: string; value?: string | null; failure?: string }

/**
 * The full value of a cell, loaded if the row holds only its beginning; undefined while it loads.
 */
function useFull({ row, column }: CellPosition, source: GridSource): Omit<Whole, 'name'> {
  const loaded = source.getRow(row)?.[column]
  const isCut = source.isCut?.(row, column) === true && source.whole !== undefined
  const name = `${source.anchor.id} ${row} ${column} ${loaded}`
  const [full, setFull] = useState<Whole>()
  const isKnown = full?.name === name
  useEffect(() => {
    if (!isCut || isKnown || source.whole === undefined) return undefined
    let isRequested = true
    const keep = (answer: Omit<Whole, 'name'>) => isRequested && setFull({ name, ...answer })
    source.whole(row, column).then(
      (value) => keep({ value }),
      (error: unknown) => keep({ failure: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isRequested = false
    }
  }, [isCut, isKnown, source, row, column, name])
  if (!isCut) return loaded === undefined ? {} : { value: loaded }
  return isKnown ? full : {}
}

function Value({ value }: { value: string | null | undefined }) {
  if (value === undefined) return <p className="p-3 text-ink-faint">Loading…</p>
  if (value === null) return <p className="p-3 text-ink-faint italic">NULL</p>
  if (value === '') return <p className="p-3 text-ink-faint italic">Empty string</p>
  return (
    <pre dir="auto" className="p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
      {value}
    </pre>
  )
}
