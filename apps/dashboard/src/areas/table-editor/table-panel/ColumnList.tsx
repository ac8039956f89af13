import type { DataType } from '@basalt/contract/database/table-changes'
import { Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'

import { typeItems } from '../../../product/names/type-items.ts'
import { Button } from '../../../ui/Button.tsx'
import { preparePicker } from '../../../ui/Picker.tsx'
import { type ColumnActions, ColumnRow } from './ColumnRow.tsx'
import type { FieldErrors } from './field-errors.ts'
import { errorsAt } from './field-errors.ts'
import {
  type ChangeDraft,
  newColumn,
  type TableDraft,
  withColumn,
  withKeyColumn,
  withMovedColumn,
  withNewColumn,
  withoutColumn,
} from './table-draft.ts'

type Props = {
  draft: TableDraft
  types: readonly DataType[]
  errors: FieldErrors
  isNew: boolean
  /** The name of a column whose details are open first, and whose name has the focus. */
  opened: string | undefined
  /** The key of a column whose name is typed first. */
  fresh: string | undefined
  onChange: ChangeDraft
}

/** The columns in their order. Enter in a name adds the next one. */
export function ColumnList({ draft, types, errors, isNew, opened, fresh, onChange }: Props) {
  const { list, focusSoon } = useColumnFocus(
    () => fresh ?? draft.columns.find(({ name }) => name === opened)?.key,
  )
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(draft.columns.filter(({ name }) => name === opened).map(({ key }) => key)),
  )
  // Keyboard users type into the list of types right after opening it.
  useEffect(preparePicker, [])
  const items = useMemo(() => typeItems(types), [types])
  const actions = useMemo(() => {
    const add = (after?: string) => {
      const column = newColumn()
      onChange((now) => withNewColumn(now, column, after))
      focusSoon(column.key)
    }
    return {
      change: (key, more) => onChange((now) => withColumn(now, key, more)),
      setKey: (name, isKey) => onChange((now) => withKeyColumn(now, name, isKey)),
      move: (key, by) => onChange((now) => withMovedColumn(now, key, by)),
      setOpen: (key, isOpen) => setOpen((now) => toggled(now, key, isOpen)),
      remove: (key) => onChange((now) => withoutColumn(now, key)),
      add,
    } satisfies ColumnActions
  }, [onChange, focusSoon])

  return (
    <section aria-label="Columns" className="flex flex-col gap-1">
      <h3 className="font-medium">Columns</h3>
      <p className="text-xs text-ink-faint">
        {isNew
          ? 'Press Enter to add the next column, Alt with the arrow keys to move it. Several keys make a composite primary key.'
          : 'Press Enter to add the next column. PostgreSQL keeps the column order: new columns come last.'}
      </p>
      <ul ref={list}>
        {draft.columns.map((column, at) => (
          <ColumnRow
            key={column.key}
            column={column}
            items={items}
            type={types.find(({ name }) => name === column.data_type)}
            isKey={draft.primary_key.includes(column.name)}
            isOpen={open.has(column.key)}
            isNewTable={isNew}
            errors={errorsOfColumn(errors, at)}
            actions={actions}
          />
        ))}
      </ul>
      {errors['primary_key'] !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {errors['primary_key']}
        </p>
      )}
      <Button size="small" icon={Plus} className="self-start" onClick={() => actions.add()}>
        Add column
      </Button>
    </section>
  )
}

const noErrors: Record<string, string> = {}

/** A constant empty object, so that rows without errors are not rendered again. */
function errorsOfColumn(errors: FieldErrors, at: number) {
  const found = errorsAt(errors, `columns.${at}.`)
  return Object.keys(found).length === 0 ? noErrors : found
}

/** Focuses the name of the column that the panel was opened for, or that was just added. */
function useColumnFocus(first: () => string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const [started] = useState(first)
  const target = useRef(started)
  // The field of a new column is there after the next render only.
  useEffect(() => {
    if (target.current === undefined) return
    const fields = list.current?.querySelectorAll<HTMLInputElement>('[data-column]') ?? []
    Array.from(fields)
      .find((field) => field.dataset['column'] === target.current)
      ?.focus()
    target.current = undefined
  })
  const [focusSoon] = useState(() => (key: string) => {
    target.current = key
  })
  return { list, focusSoon }
}

function toggled(open: ReadonlySet<string>, key: string, isOpen: boolean): ReadonlySet<string> {
  const next = new Set(open)
  if (isOpen) next.add(key)
  else next.delete(key)
  return next
}
