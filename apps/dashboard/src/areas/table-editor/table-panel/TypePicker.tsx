import { ChevronsUpDown } from 'lucide-react'

import { writtenType } from '../../../product/names/type-items.ts'
import { Button } from '../../../ui/Button.tsx'
import type { PickerItem } from '../../../ui/picker-props.ts'
import { Picker } from '../../../ui/Picker.tsx'

type Props = {
  label: string
  items: readonly PickerItem[]
  value: string
  isInvalid: boolean
  onPick: (type: string) => void
}

/** The type of a column: one that is listed, or any that PostgreSQL reads as a type. */
export function TypePicker({ label, items, value, isInvalid, onPick }: Props) {
  return (
    <Picker
      placeholder="Find a type"
      items={items}
      chosen={value}
      written={writtenType}
      onPick={onPick}
      trigger={
        <Button
          aria-label={`${label}: ${value}`}
          className={`w-full justify-between! font-mono text-xs ${isInvalid ? 'border-bad!' : ''}`}
        >
          <span className="truncate">{value}</span>
          <ChevronsUpDown className="size-3.5! text-ink-faint" />
        </Button>
      }
    />
  )
}
