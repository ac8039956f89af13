import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { formatCount } from '../../../lib/format/format.ts'
import { inWords, type Rows } from '../../../product/rows/value-kinds.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'

type Props = {
  rows: Rows
  row: number
  onMove: (row: number) => void
  onClose: () => void
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, k: -1, j: 1 }

/** All columns of one row, one below the other. */
export function RowDetail({ rows, row, onMove, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const values = rows.at(row)
  const move = (by: number) => {
    const next = row + by
    if (next >= 0 && next < rows.count) onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (event.key === 'Escape') onClose()
    else if (step === undefined || event.target !== panel.current) return
    else move(step)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves by keys
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Row"
      className="absolute inset-y-0 right-0 z-10 flex w-full animate-fade-in flex-col border-l border-line-strong bg-raised outline-none tablet:static tablet:w-[360px] tablet:flex-none"
      onKeyDown={onKeyDown}
    >
      <header className="flex h-9 flex-none items-center gap-1 border-b border-line pr-1 pl-3">
        <h2 className="tabular min-w-0 flex-1 truncate font-medium">
          Row {formatCount(row + 1)} of {formatCount(rows.count)}
        </h2>
        <IconButton
          icon={ChevronUp}
          label="Previous row"
          keys="ArrowUp"
          disabledReason={row === 0 ? 'This is the first row' : undefined}
          onClick={() => move(-1)}
        />
        <IconButton
          icon={ChevronDown}
          label="Next row"
          keys="ArrowDown"
          disabledReason={row >= rows.count - 1 ? 'This is the last row' : undefined}
          onClick={() => move(1)}
        />
        <IconButton icon={X} label="Close row" onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <section tabIndex={0} aria-label="Values" className="min-h-0 flex-1 overflow-auto p-3">
        <dl className="flex flex-col gap-3">
          {rows.fields.map(({ name, type }, at) => (
            <Entry key={at} name={name} type={type} value={values[at] ?? null} />
          ))}
        </dl>
      </section>
    </aside>
  )
}

type EntryProps = { name: string; type: string; value: string | null }

function Entry({ name, type, value }: EntryProps) {
  const shown = type === 'boolean' ? inWords(value) : value
  return (
    <div className="group">
      <dt className="flex items-center gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="min-w-0 flex-1 truncate text-xs text-ink-faint">{type}</span>
        {value !== null && (
          <CopyButton isIcon size="small" text={shown ?? ''} label={`Copy ${name}`} />
        )}
      </dt>
      <dd
        dir="auto"
        className="max-h-60 overflow-auto font-mono text-xs leading-5 break-words whitespace-pre-wrap"
      >
        {shown === null || shown === '' ? (
          <span className="text-ink-faint italic">{shown === null ? 'NULL' : 'Empty text'}</span>
        ) : (
          shown
        )}
      </dd>
    </div>
  )
}
