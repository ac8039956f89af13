import type { DataType } from '@basalt/contract/database/table-changes'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, use, useState } from 'react'

import { IconButton } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'
import type { PickerItem } from '../../../ui/picker-props.ts'
import { ColumnDetails } from './ColumnDetails.tsx'
import { IsForeign } from './is-foreign.ts'
import { canCount, type DraftColumn, listFacts } from './table-draft.ts'
import { TypePicker } from './TypePicker.tsx'

export type ColumnErrors = Readonly<Record<string, string | undefined>>

/** Actions on columns, by their keys. */
export type ColumnActions = {
  change: (key: string, more: Partial<DraftColumn>) => void
  setKey: (name: string, isKey: boolean) => void
  move: (key: string, by: -1 | 1) => void
  setOpen: (key: string, isOpen: boolean) => void
  remove: (key: string) => void
  /** Adds a column after this one, or at the end. */
  add: (after?: string) => void
}

type Props = {
  column: DraftColumn
  items: readonly PickerItem[]
  /** Details of its type, if it is listed. */
  type: DataType | undefined
  isKey: boolean
  isOpen: boolean
  /** Columns of an existing table keep PostgreSQL's order. */
  isNewTable: boolean
  /** By part of the column: `name`, `data_type`, `default`. */
  errors: ColumnErrors
  actions: ColumnActions
}

/**
 * A column in one line, with everything else below it at a press. Tables have hundreds of
 * them: one that did not change is not drawn again.
 */
export const ColumnRow = memo(function ColumnRow(props: Props) {
  const { column, items, type, isKey, isOpen, errors, actions } = props
  const { key } = column
  const shown = column.name === '' ? 'new column' : column.name
  const hasHidden = Object.keys(errors).some((part) => part !== 'name' && part !== 'data_type')
  // Details opened by an error stay open while it is fixed.
  const [wasFaulty, setWasFaulty] = useState(false)
  if (hasHidden && !wasFaulty) setWasFaulty(true)
  const isWhole = isOpen || hasHidden || wasFaulty
  // The details show it at their own field.
  const error = errors['name'] ?? (isWhole ? undefined : errors['data_type'])

  return (
    <li className="border-b border-line py-1.5 last:border-b-0">
      <div className="grid grid-cols-[28px_minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-2 tablet:grid-cols-[28px_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <IconButton
          icon={isWhole ? ChevronDown : ChevronRight}
          label={`Details of ${shown}`}
          aria-expanded={isWhole}
          onClick={() => {
            setWasFaulty(false)
            actions.setOpen(key, !isWhole)
          }}
        />
        <Input
          aria-label={`Name of ${shown}`}
          aria-invalid={errors['name'] === undefined ? undefined : true}
          placeholder="Name"
          autoComplete="off"
          spellCheck={false}
          data-column={key}
          value={column.name}
          onKeyDown={(event) => handleKey(event, props)}
          onChange={({ target }) => actions.change(key, { name: target.value })}
        />
        <TypePicker
          label={`Type of ${shown}`}
          items={items}
          value={column.data_type}
          isInvalid={errors['data_type'] !== undefined}
          onPick={(data_type) => actions.change(key, retyped(column, data_type))}
        />
        <ColumnButtons {...props} shown={shown} />
      </div>
      {error !== undefined && (
        <p role="alert" className="pt-1 pl-9 text-xs text-bad">
          {error}
        </p>
      )}
      {isWhole ? (
        <ColumnDetails
          column={column}
          type={type}
          isKey={isKey}
          errors={errors}
          onChange={(more) => actions.change(key, more)}
        />
      ) : (
        <Facts facts={listFacts(column, isKey)} />
      )}
    </li>
  )
})

function handleKey(event: KeyboardEvent, { column, isNewTable, actions }: Props) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (event.altKey && by !== undefined && isNewTable) {
    event.preventDefault()
    actions.move(column.key, by === -1 ? -1 : 1)
  }
  if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
    event.preventDefault()
    actions.add(isNewTable ? column.key : undefined)
  }
}

function Facts({ facts }: { facts: readonly string[] }) {
  if (facts.length === 0) return null
  const text = facts.join(' · ')
  return (
    <p className="truncate pt-0.5 pl-9 text-xs text-ink-faint" title={text}>
      {text}
    </p>
  )
}

function ColumnButtons({ column, shown, isKey, isNewTable, actions }: Props & { shown: string }) {
  const { key, name } = column
  const isForeign = use(IsForeign)
  return (
    <div className="col-start-2 col-end-4 flex items-center justify-between gap-2 tablet:col-auto">
      {isForeign || (
        <label className="flex items-center gap-1.5 text-xs">
          <input
            type="checkbox"
            className="size-4"
            aria-label={`${shown} is part of the primary key`}
            checked={isKey}
            onChange={({ target }) => actions.setKey(name, target.checked)}
          />
          Key
        </label>
      )}
      <span className="flex">
        {isNewTable && (
          <>
            <IconButton
              icon={ArrowUp}
              label={`Move ${shown} up`}
              onClick={() => actions.move(key, -1)}
            />
            <IconButton
              icon={ArrowDown}
              label={`Move ${shown} down`}
              onClick={() => actions.move(key, 1)}
            />
          </>
        )}
        <IconButton icon={Trash2} label={`Remove ${shown}`} onClick={() => actions.remove(key)} />
      </span>
    </div>
  )
}

/** An identity needs an integer type; a default belongs to the old type. */
function retyped({ was, data_type: old }: DraftColumn, data_type: string): Partial<DraftColumn> {
  if (was !== null || data_type === old) return { data_type }
  return { data_type, default: null, ...(!canCount(data_type) && { identity: null }) }
}
