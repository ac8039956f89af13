import type { DataType } from '@basalt/contract'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { ColumnRow } from './ColumnRow.tsx'
import type { FieldErrors } from './field-errors.ts'
import { errorsAt } from './field-errors.ts'
import {
  newColumn,
  type TableDraft,
  withColumn,
  withKeyColumn,
  withMovedColumn,
  withoutColumn,
} from './table-draft.ts'

type Props = {
  draft: TableDraft
  types: readonly DataType[]
  errors: FieldErrors
  isNew: boolean
  /** The name of a column whose details are open first. */
  opened: string | undefined
  onChange: (draft: TableDraft) => void
}

/** The columns in their order. Enter in a name begins the next one. */
export function ColumnList({ draft, types, errors, isNew, opened, onChange }: Props) {
  const { list, focusSoon } = useColumnFocus()
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(draft.columns.filter(({ name }) => name === opened).map(({ key }) => key)),
  )
  function add(after: number) {
    const column = newColumn()
    onChange({ ...draft, columns: draft.columns.toSpliced(after, 0, column) })
    focusSoon(column.key)
  }

  return (
    <section aria-label="Columns" className="flex flex-col gap-1">
      <h3 className="font-medium">Columns</h3>
      <p className="text-xs text-ink-faint">
        {isNew
          ? 'Alt with the arrow keys moves a column. Several keys make a composite primary key.'
          : 'PostgreSQL keeps the order of columns; new ones come last.'}
      </p>
      <ul ref={list}>
        {draft.columns.map((column, at) => (
          <ColumnRow
            key={column.key}
            column={column}
            types={types}
            isKey={draft.primary_key.includes(column.name)}
            isOpen={open.has(column.key)}
            errors={errorsAt(errors, `columns.${at}.`)}
            onMove={isNew ? (by) => onChange(withMovedColumn(draft, column.key, by)) : undefined}
            onChange={(more) => onChange(withColumn(draft, column.key, more))}
            onKeyChange={(isKey) => onChange(withKeyColumn(draft, column.name, isKey))}
            onOpenChange={(isOpen) => setOpen(toggled(open, column.key, isOpen))}
            onRemove={() => onChange(withoutColumn(draft, column.key))}
            onNext={() => add(isNew ? at + 1 : draft.columns.length)}
          />
        ))}
      </ul>
      {errors['primary_key'] !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {errors['primary_key']}
        </p>
      )}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => add(draft.columns.length)}
      >
        Add column
      </Button>
    </section>
  )
}

/** Gives the focus to the name of a column that was just added. */
function useColumnFocus() {
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<string>(undefined)
  // The field of a new column is there after the next render only.
  useEffect(() => {
    if (wanted.current === undefined) return
    const fields = list.current?.querySelectorAll<HTMLInputElement>('[data-column]') ?? []
    Array.from(fields)
      .find((field) => field.dataset['column'] === wanted.current)
      ?.focus()
    wanted.current = undefined
  })
  const focusSoon = (key: string) => {
    wanted.current = key
  }
  return { list, focusSoon }
}

function toggled(open: ReadonlySet<string>, key: string, isOpen: boolean): ReadonlySet<string> {
  const next = new Set(open)
  if (isOpen) next.add(key)
  else next.delete(key)
  return next
}
