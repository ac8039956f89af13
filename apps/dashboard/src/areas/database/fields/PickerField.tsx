import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { Field } from '../../../ui/Field.tsx'
import { describeMatch } from '../../../ui/filter.ts'
import { inputClass } from '../../../ui/Input.tsx'
import type { PickerItem } from '../../../ui/picker-props.ts'
import { Picker } from '../../../ui/Picker.tsx'

type Props = {
  label: string
  help?: ReactNode
  hint?: ReactNode
  error: string | undefined
  items: readonly PickerItem[]
  /** The id of the chosen item, or the text that was written instead. */
  value: string
  /** The value as it is shown, where it differs. */
  shown?: string
  /** Of the search field: "Find a table". */
  placeholder: string
  /** The text of the button while there is no value. */
  none?: string
  /** Items below the list, such as one that removes the value. */
  actions?: readonly PickerItem[]
  onPick: (id: string) => void
}

/** More items than that are found by typing only. */
const maxShown = 200

/** An item of a list with a search field, or any other text: what it names may not exist yet. */
export function PickerField(props: Props) {
  const { label, help, hint, error, items, value, placeholder, none = placeholder, actions } = props
  const [typed, setTyped] = useState('')
  const shown = props.shown ?? value
  return (
    <Field label={label} help={help} hint={hint} error={error}>
      {(control) => (
        <Picker
          placeholder={placeholder}
          items={findItems(items, typed)}
          chosen={value}
          written={(text) => ({ id: text.trim(), label: text.trim(), detail: 'as typed' })}
          onSearch={setTyped}
          onPick={props.onPick}
          {...(actions !== undefined && { actions })}
          trigger={
            <button
              type="button"
              {...control}
              aria-label={`${label}: ${shown === '' ? 'none' : shown}`}
              className={inputClass('large', 'flex items-center justify-between gap-2 text-left')}
            >
              <span className={shown === '' ? 'truncate text-ink-faint' : 'truncate'}>
                {shown === '' ? none : shown}
              </span>
              <ChevronsUpDown className="size-3.5! flex-none text-ink-faint" />
            </button>
          }
        />
      )}
    </Field>
  )
}

function findItems(items: readonly PickerItem[], typed: string): readonly PickerItem[] {
  if (items.length <= maxShown) return items
  const text = typed.trim()
  return items
    .filter(
      ({ id, label, keywords = [] }) =>
        text === '' || describeMatch(id, text, [label, ...keywords]) > 0,
    )
    .slice(0, maxShown)
}
