import type { Column } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { Columns3 } from 'lucide-react'
import { type FormEvent, type RefObject, useState } from 'react'

import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { ToolPopover } from '../../../ui/ToolPopover.tsx'
import { textColumns } from './text-columns.ts'

type Search = NonNullable<RowView['search']>

type Props = {
  columns: readonly Column[]
  search: Search | undefined
  fieldRef: RefObject<HTMLInputElement | null>
  onChange: (search: Search | undefined) => void
}

/** Finds rows that contain a text, ignoring case, in the chosen columns. */
export function SearchField({ columns, search, fieldRef, onChange }: Props) {
  const [typed, setTyped] = useState(search?.text ?? '')
  const [chosen, setChosen] = useState(search?.columns ?? textColumns(columns))
  const [shown, setShown] = useState(search)
  if (search !== shown) {
    // The address has changed.
    setShown(search)
    setTyped(search?.text ?? '')
    setChosen(search?.columns ?? chosen)
  }
  const ask = (text: string, names: string[]) =>
    onChange(text === '' || names.length === 0 ? undefined : { text, columns: names })
  function submit(event: FormEvent) {
    event.preventDefault()
    ask(typed, chosen)
  }
  function choose(names: string[]) {
    setChosen(names)
    if (search !== undefined && names.length > 0) ask(search.text, names)
  }

  return (
    <form aria-label="Search" className="flex flex-none items-center gap-1" onSubmit={submit}>
      <SearchInput
        ref={fieldRef}
        label="Search all rows"
        className="w-40 wide:w-52"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          if (text === '' && search !== undefined) onChange(undefined)
        }}
      />
      <ColumnChoice columns={columns} chosen={chosen} onChange={choose} />
      <Button type="submit" variant="secondary" disabledReason={getReason(typed, chosen)}>
        Search
      </Button>
    </form>
  )
}

type ChoiceProps = {
  columns: readonly Column[]
  chosen: readonly string[]
  onChange: (names: string[]) => void
}

function ColumnChoice({ columns, chosen, onChange }: ChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const toggle = (name: string, isChosen: boolean) =>
    columns
      .map((column) => column.name)
      .filter((one) => (one === name ? isChosen : chosen.includes(one)))
  return (
    <ToolPopover
      label="Columns to search"
      width="w-[260px]"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="ghost" icon={Columns3}>
          {plural(chosen.length, 'column')}
        </Button>
      }
    >
      <fieldset className="p-3">
        <legend className="float-left mb-1 text-ink-soft">Search in</legend>
        <div className="clear-both flex flex-col gap-1">
          {columns.map(({ name }) => (
            <label key={name} className="flex items-center gap-2">
              <input
                type="checkbox"

                checked={chosen.includes(name)}
                onChange={(event) => onChange(toggle(name, event.target.checked))}
              />
              <span className="truncate">{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </ToolPopover>
  )
}

function getReason(text: string, columns: readonly string[]): string | undefined {
  if (columns.length === 0) return 'Choose a column to search in'
  return text === '' ? 'Enter a search text' : undefined
}
