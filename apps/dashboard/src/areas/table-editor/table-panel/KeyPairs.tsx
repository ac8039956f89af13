import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Plus, Trash2 } from 'lucide-react'

import { Button, IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { tableQuery } from '../tables/queries.ts'
import type { ForeignKeyFormProps } from './ForeignKeyForm.tsx'
import { useTargetTable } from './key-targets.ts'

/** The pairs of columns. */
export function KeyPairs(props: ForeignKeyFormProps) {
  const { draft, draftKey, onChange } = props
  const { references } = draftKey
  const others = useTargetColumns(props)
  const own = draft.columns.map(({ name }) => name).filter((name) => name !== '')
  const set = (mine: string[], theirs: string[]) =>
    onChange({ columns: mine, references: { ...references, columns: theirs } })
  const count = Math.max(draftKey.columns.length, references.columns.length)
  return (
    <div className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="flex items-center gap-2">
          <ColumnSelect
            label={`Column ${at + 1} of this table`}
            names={own}
            value={draftKey.columns[at] ?? ''}
            onChange={(name) => set(draftKey.columns.with(at, name), references.columns)}
          />
          <ArrowRight className="flex-none text-ink-faint" />
          <ColumnSelect
            label={`Column ${at + 1} of the referenced table`}
            names={others}
            value={references.columns[at] ?? ''}
            onChange={(name) => set(draftKey.columns, references.columns.with(at, name))}
          />
          {count > 1 && (
            <IconButton
              icon={Trash2}
              label={`Remove pair ${at + 1}`}
              onClick={() =>
                set(draftKey.columns.toSpliced(at, 1), references.columns.toSpliced(at, 1))
              }
            />
          )}
        </div>
      ))}
      <Button
        size="small"
        variant="ghost"
        icon={Plus}
        className="self-start"
        onClick={() => set([...draftKey.columns, ''], [...references.columns, ''])}
      >
        Add column pair
      </Button>
    </div>
  )
}

function useTargetColumns({ projectRef, draft, draftKey }: ForeignKeyFormProps) {
  const { references } = draftKey
  const isItself = draftKey.isSelfReference === true
  const target = useTargetTable(projectRef, references)
  const { data } = useQuery({
    ...tableQuery(projectRef, target?.id ?? 0),
    enabled: target !== undefined && !isItself,
  })
  const columns = isItself ? draft.columns : data?.columns
  const names = columns?.map(({ name }) => name) ?? references.columns
  return names.filter((name) => name !== '')
}

type SelectProps = {
  label: string
  names: readonly string[]
  value: string
  onChange: (name: string) => void
}

function ColumnSelect({ label, names, value, onChange }: SelectProps) {
  return (
    <Select
      aria-label={label}
      className="min-w-0 flex-1"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {!names.includes(value) && <option value={value}>{value === '' ? 'Choose' : value}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}
