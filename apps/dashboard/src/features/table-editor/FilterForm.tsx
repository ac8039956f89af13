import type { Column } from '@basalt/contract'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { Button, IconButton } from '../../ui/Button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input, Select } from '../../ui/Input.tsx'
import type { Filter } from './queries.ts'

type FormProps = {
  columns: readonly Column[]
  initial: Filter
  onApply: (filter: Filter) => void
  onClose: () => void
}

/** Column and value of a filter; Enter applies it, Escape closes the form. */
export function FilterForm({ columns, initial, onApply, onClose }: FormProps) {
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
