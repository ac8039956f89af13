import type { ImportedColumn, RejectedImportRow } from '@basalt/contract/database/imports'
import { clsx } from 'clsx'
import type { ChangeEvent } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { Input, inputClass } from '../../../ui/Input.tsx'
import type { Corrections } from './corrections.ts'
import { SidewaysList } from './SidewaysList.tsx'

type RowProps = {
  row: RejectedImportRow
  columns: readonly ImportedColumn[]
  typed: Corrections[number] | undefined
  onType: (at: number, value: string | null) => void
  onTry: () => void
}

/** The value of a cell as it was corrected; NULL is a correction, too. */
export function shownCell(
  typed: Corrections[number] | undefined,
  at: number,
  cell: string | null,
): string | null {
  const value = typed?.[at]
  return value === undefined ? cell : value
}

/** A row with its reason, each cell in a separate field. */
export function RejectedRow({ row, columns, typed, onType, onTry }: RowProps) {
  return (
    <li className="flex flex-col gap-1.5 rounded-control border border-line p-2">
      <div className="flex items-start gap-2">
        <span className="tabular flex-none text-ink-faint">{`Line ${row.line}`}</span>
        <span className="min-w-0 flex-1 text-bad break-words">{row.reason}</span>
        {row.only_width && typed === undefined && (
          <Button size="small" aria-label={`Try line ${row.line} as shown`} onClick={onTry}>
            Try as shown
          </Button>
        )}
      </div>
      {row.column === null && row.text !== '' && (
        <p className="truncate font-mono text-xs text-ink-faint" title={row.text.slice(0, 1000)}>
          {row.text.slice(0, 200)}
        </p>
      )}
      <SidewaysList label={`Cells of line ${row.line}`}>
        {columns.map((column, at) => (
          <Cell
            key={column.name}
            column={column}
            label={`${column.name}, line ${row.line}`}
            isBad={row.column === column.name}
            isTyped={typed?.[at] !== undefined}
            cell={row.cells[at] ?? null}
            value={shownCell(typed, at, row.cells[at] ?? null)}
            onType={(value) => onType(at, value)}
          />
        ))}
      </SidewaysList>
    </li>
  )
}

/** Of a neighbour: there is more beyond the edge. */
const peek = 20

/** Scrolls the faulty cell into the visible part of the panel. */
function intoView(field: HTMLElement | null) {
  const row = field?.parentElement
  if (field === null || row === null || row === undefined) return
  const beyond = field.offsetLeft + field.offsetWidth - row.offsetLeft - row.clientWidth
  if (beyond > 0) row.scrollLeft = beyond + peek
}

type CellProps = {
  column: ImportedColumn
  label: string
  /** The refused cells of the row. */
  isBad: boolean
  isTyped: boolean
  /** The original value. */
  cell: string | null
  value: string | null
  onType: (value: string | null) => void
}

function Cell({ column, label, isBad, isTyped, cell, value, onType }: CellProps) {
  const { name, empty, is_text: isText } = column
  const field = {
    'aria-label': label,
    'aria-invalid': isBad && !isTyped ? (true as const) : undefined,
    autoComplete: 'off',
    spellCheck: false,
    placeholder: value === null ? 'NULL' : 'EMPTY',
    value: value ?? '',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onType(target.value === '' ? emptied(column, cell) : target.value),
  }
  return (
    <div ref={isBad ? intoView : undefined} className="flex w-36 flex-none flex-col gap-0.5">
      <span className="flex min-h-6 items-center">
        <span
          className={clsx('min-w-0 flex-1 truncate text-xs', isBad ? 'text-bad' : 'text-ink-faint')}
        >
          {name}
        </span>
        {(isText || empty === 'text') && (
          <Button
            size="small"
            variant="ghost"
            aria-label={`${label} is NULL`}
            aria-pressed={value === null}
            className="font-mono text-[10px]! aria-pressed:bg-accent-wash! aria-pressed:text-accent!"
            onClick={() => onType(value === null ? '' : null)}
          >
            NULL
          </Button>
        )}
      </span>
      {/* X A cell with several lines keeps them while it is corrected. */}
      {cell?.includes('\n') === true ? (
        <textarea
          {...field}
          rows={3}
          className={`${inputClass()} h-auto! py-1 font-mono text-xs`}
        />
      ) : (
        <Input {...field} className="font-mono text-xs" />
      )}
    </div>
  )
}

/** A cell that was empty is restored; any other gets the value of empty cells. */
function emptied({ empty }: ImportedColumn, cell: string | null): string | null {
  if (cell === '' || cell === null) return cell
  return empty === 'text' ? '' : null
}
