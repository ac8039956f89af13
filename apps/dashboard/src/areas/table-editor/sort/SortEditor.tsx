import type { Column } from '@basalt/contract/database/tables'
import type { SortKey } from '@basalt/pg-model'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { type DragEvent, type FormEvent, useState } from 'react'

import { Button, IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { unorderedReason } from './has-order.ts'
import { altered, moved } from './sort-keys.ts'

type Props = {
  columns: readonly Column[]
  draft: readonly SortKey[]
  onChange: (draft: SortKey[]) => void
  onApply: () => void
}

/** The columns that the rows are ordered by, the first of them before all others. */
export function SortEditor({ columns, draft, onChange, onApply }: Props) {
  const [dragged, setDragged] = useState<number>()
  const free = columns.filter(
    (one) => unorderedReason(one) === undefined && !draft.some(({ column }) => column === one.name),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    onApply()
  }
  const drag = (at: number) => ({
    onDragStart: () => setDragged(at),
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      if (dragged === at) return
      onChange(moved(draft, dragged, at))
      setDragged(at)
    },
  })

  return (
    <form aria-label="Sort" onSubmit={submit}>
      <div className="flex flex-col gap-2 p-3">
        {draft.length === 0 && <p className="text-ink-soft">Rows are sorted by the primary key.</p>}
        <ol className="flex flex-col gap-2">
          {draft.map((key, at) => (
            <SortRow
              key={key.column}
              sortKey={key}
              position={{ at, count: draft.length }}
              options={columns.filter((one) => one.name === key.column || free.includes(one))}
              drag={drag(at)}
              onChange={(change) => onChange(altered(draft, at, change))}
              onMove={(step) => onChange(moved(draft, at, at + step))}
              onRemove={() => onChange(draft.toSpliced(at, 1))}
            />
          ))}
        </ol>
        <AddColumn free={free} onAdd={(column) => onChange([...draft, { column }])} />
      </div>
      <footer className="flex items-center justify-end gap-2 border-t border-line px-3 py-2">
        <Button variant="ghost" onClick={() => onChange([])}>
          Remove all
        </Button>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </footer>
    </form>
  )
}

function AddColumn({ free, onAdd }: { free: readonly Column[]; onAdd: (name: string) => void }) {
  if (free.length === 0) return null
  return (
    <Select
      aria-label="Add column"
      className="w-44 text-ink-soft"
      value=""
      onChange={(event) => onAdd(event.target.value)}
    >
      <option value="" disabled>
        Add column
      </option>
      {free.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  )
}

type RowProps = {
  sortKey: SortKey
  position: { at: number; count: number }
  options: readonly Column[]
  drag: Pick<React.HTMLAttributes<HTMLElement>, 'onDragStart' | 'onDragEnd' | 'onDragOver'>
  onChange: (change: Parameters<typeof altered>[2]) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function SortRow({ sortKey, position, options, drag, onChange, onMove, onRemove }: RowProps) {
  const { column, descending = false, nulls } = sortKey
  const isFirst = position.at === 0
  const isLast = position.at === position.count - 1
  return (
    <li aria-label={column} className="flex flex-wrap items-center gap-2" draggable {...drag}>
      <GripVertical className="cursor-grab text-ink-faint" />
      <Select
        aria-label="Column"
        className="w-36"
        value={column}
        onChange={(event) => onChange({ column: event.target.value })}
      >
        {options.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        aria-label="Direction"
        className="w-32"
        value={descending ? 'descending' : 'ascending'}
        onChange={(event) => onChange({ descending: event.target.value === 'descending' })}
      >
        <option value="ascending">Ascending</option>
        <option value="descending">Descending</option>
      </Select>
      <Select
        aria-label="NULL order"
        className="w-36"
        value={nulls ?? ''}
        onChange={(event) => onChange({ nulls: listNulls(event.target.value) })}
      >
        <option value="">{descending ? 'NULL first (default)' : 'NULL last (default)'}</option>
        <option value="first">NULL first</option>
        <option value="last">NULL last</option>
      </Select>
      <span className="flex-1" />
      <IconButton
        icon={ArrowUp}
        label="Move up"
        disabledReason={isFirst ? 'Already first' : undefined}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label="Move down"
        disabledReason={isLast ? 'Already last' : undefined}
        onClick={() => onMove(1)}
      />
      <IconButton icon={X} label="Remove" onClick={onRemove} />
    </li>
  )
}

const listNulls = (text: string): SortKey['nulls'] =>
  text === 'first' || text === 'last' ? text : undefined
