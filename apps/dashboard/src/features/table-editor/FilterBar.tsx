import type { Column } from '@basalt/contract'
import { Filter as FilterIcon, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { Button, IconButton } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input, Select } from '../../ui/Input.tsx'
import type { Filter } from './queries.ts'

type Props = {
  columns: readonly Column[]
  filter: Filter | null
  /** The column that the form begins with, when it is known what the user looks at. */
  suggested: string | undefined
  onChange: (filter: Filter | null) => void
}

/** Rows whose column equals a value; the filter itself lives in the URL. */
export function FilterBar({ columns, filter, suggested, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) {
    return (
      <FilterForm
        columns={columns}
        initial={filter ?? { column: suggested ?? columns[0]?.name ?? '', value: '' }}
        onClose={() => setIsOpen(false)}
        onApply={(next) => {
          setIsOpen(false)
          onChange(next)
        }}
      />
    )
  }
  if (filter === null) {
    return (
      <Button variant="ghost" icon={FilterIcon} onClick={() => setIsOpen(true)}>
        Filter
      </Button>
    )
  }
  return (
    <span className="flex min-w-0 items-center overflow-hidden rounded-control border border-line-strong">
      <button
        type="button"
        className="flex h-[26px] min-w-0 items-center gap-2 px-2 hover:bg-hover"
        onClick={() => setIsOpen(true)}
      >
        <span className="truncate">{filter.column}</span>
        <span className="text-accent">equals</span>
        <code className="truncate font-mono text-xs">
          {filter.value === '' ? '(empty text)' : filter.value}
        </code>
      </button>
      <button
        type="button"
        aria-label="Remove the filter"
        className="grid h-[26px] w-7 flex-none place-items-center border-l border-line text-ink-faint hover:bg-hover hover:text-ink"
        onClick={() => onChange(null)}
      >
        <X aria-hidden className="size-3.5!" />
      </button>
    </span>
  )
}

type FormProps = {
  columns: readonly Column[]
  initial: Filter
  onApply: (filter: Filter) => void
  onClose: () => void
}

function FilterForm({ columns, initial, onApply, onClose }: FormProps) {
  const [column, setColumn] = useState(initial.column)
  const [value, setValue] = useState(initial.value)
  const options = optionsOf(columns.find(({ name }) => name === column))
  const isChosen = options.length > 0

  function submit(event: FormEvent) {
    event.preventDefault()
    onApply({ column, value: isChosen && !options.includes(value) ? (options[0] ?? '') : value })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes a form
    <form
      aria-label="Filter"
      className="flex min-w-0 items-center gap-2"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Select
        aria-label="Column"
        className="w-36 flex-none"
        value={column}
        onChange={(event) => setColumn(event.target.value)}
      >
        {columns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <span className="flex-none text-ink-soft">equals</span>
      {isChosen ? (
        <Select
          aria-label="Value"
          className="w-40"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        >
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      ) : (
        <Input
          ref={focusOnMount}
          aria-label="Value"
          className="w-40 font-mono text-xs"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      <Button type="submit" variant="primary">
        Apply
      </Button>
      <IconButton icon={X} label="Close the filter" onClick={onClose} />
    </form>
  )
}

function optionsOf(column: Column | undefined): readonly string[] {
  if (column?.kind === 'boolean') return ['true', 'false']
  return column?.kind === 'enum' ? column.enum_values : []
}
