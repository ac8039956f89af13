import type { DataType } from '@basalt/contract'
import { ChevronsUpDown } from 'lucide-react'

import { Button } from '../../../ui/Button.tsx'
import type { PickerItem } from '../../../ui/picker-props.ts'
import { Picker } from '../../../ui/Picker.tsx'

type Props = {
  label: string
  types: readonly DataType[]
  value: string
  isInvalid: boolean
  onPick: (type: string) => void
}

/** Every type of the database and lists of them, found by name or by what they are for. */
export function TypePicker({ label, types, value, isInvalid, onPick }: Props) {
  return (
    <Picker
      placeholder="Find a type"
      items={itemsOf(types)}
      chosen={value}
      empty="No such type: write it out in the details"
      onPick={onPick}
      trigger={
        <Button
          aria-label={`${label}: ${value}`}
          className={`w-full justify-between! font-mono text-xs ${isInvalid ? 'border-bad!' : ''}`}
        >
          <span className="truncate">{value}</span>
          <ChevronsUpDown aria-hidden className="size-3.5! text-ink-faint" />
        </Button>
      }
    />
  )
}

const groups: Readonly<Record<DataType['kind'], string>> = {
  'built-in': 'Other types',
  enum: 'Enums',
  domain: 'Domains',
  composite: 'Composite types',
  range: 'Ranges',
  extension: 'Of extensions',
  other: 'Other types',
}

function itemsOf(types: readonly DataType[]): PickerItem[] {
  const single = types.map((type) => ({
    id: type.name,
    label: type.name,
    group: type.kind === 'built-in' && type.description !== null ? 'Common' : groups[type.kind],
    detail: detailOf(type),
    keywords: [type.description ?? '', ...type.values, type.extension ?? ''],
  }))
  const lists = types.map(({ name }) => ({
    id: `${name}[]`,
    label: `${name}[]`,
    group: 'Lists',
    keywords: ['array', 'list'],
  }))
  return [...single, ...lists]
}

/** A better choice is said first. */
function detailOf({ alternative, description, values, base }: DataType): string | undefined {
  if (alternative !== null) return `${alternative} is mostly better`
  if (values.length > 0) return values.slice(0, 4).join(', ') + (values.length > 4 ? ', …' : '')
  return base ?? description ?? undefined
}
