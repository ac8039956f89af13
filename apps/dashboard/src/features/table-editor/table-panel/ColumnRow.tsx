import type { DataType } from '@basalt/contract'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'

import { IconButton } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'
import { ColumnDetails } from './ColumnDetails.tsx'
import type { DraftColumn } from './table-draft.ts'
import { TypePicker } from './TypePicker.tsx'

export type ColumnErrors = Readonly<Record<string, string | undefined>>

export type ColumnRowProps = {
  column: DraftColumn
  types: readonly DataType[]
  isKey: boolean
  isOpen: boolean
  /** By part of the column: `name`, `data_type`, `default`. */
  errors: ColumnErrors
  /** Undefined where the order is PostgreSQL's. */
  onMove: ((by: -1 | 1) => void) | undefined
  onChange: (more: Partial<DraftColumn>) => void
  onKeyChange: (isKey: boolean) => void
  onOpenChange: (isOpen: boolean) => void
  onRemove: () => void
  /** Enter in the name: a column behind this one. */
  onNext: () => void
}

/** A column in one line, with everything else below it at a press. */
export function ColumnRow(props: ColumnRowProps) {
  const { column, types, isOpen, errors, onMove, onChange } = props
  const shown = column.name === '' ? 'new column' : column.name
  const hasHidden = Object.keys(errors).some((part) => part !== 'name' && part !== 'data_type')
  function handleKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.altKey && by !== undefined && onMove !== undefined) {
      event.preventDefault()
      onMove(by === -1 ? -1 : 1)
    }
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      props.onNext()
    }
  }
  const error = errors['name'] ?? errors['data_type']

  return (
    <li className="border-b border-line last:border-b-0">
      <div className="grid grid-cols-[28px_minmax(0,1fr)_minmax(0,1fr)_auto_auto] items-center gap-2 py-1.5">
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          label={`Details of ${shown}`}
          aria-expanded={isOpen}
          className={hasHidden ? 'text-bad!' : ''}
          onClick={() => props.onOpenChange(!isOpen)}
        />
        <Input
          aria-label={`Name of ${shown}`}
          aria-invalid={errors['name'] === undefined ? undefined : true}
          placeholder="Name"
          autoComplete="off"
          spellCheck={false}
          data-column={column.key}
          value={column.name}
          onKeyDown={handleKey}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TypePicker
          label={`Type of ${shown}`}
          types={types}
          value={column.data_type}
          isInvalid={errors['data_type'] !== undefined}
          onPick={(data_type) => onChange(retyped(column, data_type))}
        />
        <ColumnActs {...props} shown={shown} />
      </div>
      {error !== undefined && (
        <p role="alert" className="pb-1.5 pl-9 text-xs text-bad">
          {error}
        </p>
      )}
      {(isOpen || hasHidden) && <ColumnDetails {...props} />}
    </li>
  )
}

function ColumnActs({ shown, isKey, onMove, ...rest }: ColumnRowProps & { shown: string }) {
  return (
    <>
      <label className="flex items-center gap-1.5 text-xs">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-label={`${shown} is part of the primary key`}
          checked={isKey}
          onChange={({ target }) => rest.onKeyChange(target.checked)}
        />
        Key
      </label>
      <span className="flex">
        {onMove !== undefined && (
          <>
            <IconButton icon={ArrowUp} label={`Move ${shown} up`} onClick={() => onMove(-1)} />
            <IconButton icon={ArrowDown} label={`Move ${shown} down`} onClick={() => onMove(1)} />
          </>
        )}
        <IconButton icon={Trash2} label={`Remove ${shown}`} onClick={rest.onRemove} />
      </span>
    </>
  )
}

/** What counts by itself is a whole number; of another type it does not. */
const retyped = (column: DraftColumn, data_type: string): Partial<DraftColumn> => ({
  data_type,
  ...(column.was === null && { identity: null, default: null }),
})
