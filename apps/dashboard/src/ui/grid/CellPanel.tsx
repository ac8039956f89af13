import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import type { GridColumn } from './grid-types.ts'

type Props = {
  column: GridColumn
  rowLabel: string
  /** Undefined while the row is not loaded. */
  value: string | null | undefined
  onClose: () => void
  /** Shown in place of the text. */
  children?: ReactNode
}

/** The whole value of the active cell, wrapped, beside the rows. */
export function CellPanel({ column, rowLabel, value, onClose, children }: Props) {
  return (
    <aside
      aria-label={`${column.name}, row ${rowLabel}`}
      className="grid-panel flex animate-fade-in flex-col border-l border-line-strong bg-raised shadow-raised"
    >
      <header className="flex h-9 flex-none items-center gap-2 border-b border-line pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium">
          {column.name} <span className="text-ink-faint">{column.detail}</span>
        </h2>
        {typeof value === 'string' && <CopyButton isIcon text={value} label="Copy the value" />}
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <section className="min-h-0 flex-1 overflow-auto" tabIndex={0} aria-label="Value">
        {children ?? <Value value={value} />}
      </section>
    </aside>
  )
}

function Value({ value }: Pick<Props, 'value'>) {
  if (value === undefined) return <p className="p-3 text-ink-faint">Loading…</p>
  if (value === null) return <p className="p-3 text-ink-faint italic">NULL</p>
  if (value === '') return <p className="p-3 text-ink-faint italic">Empty text</p>
  return (
    <pre dir="auto" className="p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
      {value}
    </pre>
  )
}
