import { ChevronsUpDown } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useId, useState } from 'react'

import { Field } from './Field.tsx'
import { describeMatch } from './filter.ts'
import { inputClass } from './Input.tsx'
import type { PickerItem } from './picker-props.ts'
import { Picker } from './Picker.tsx'

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
  /** In a row of a list the label is not shown. */
  isInList?: boolean
}

/** More items than that are found by typing only. */
const maxShown = 200

/** An item of a list with a search field, or any other text: what it names may not exist yet. */
export function PickerField(props: Props) {
  const { label, help, hint, error, isInList = false } = props
  const errorId = useId()
  if (isInList) {
    const hasError = error !== undefined
    return (
      <span className="flex min-w-36 flex-1 flex-col gap-1">
        <ItemPicker
          {...props}
          size="default"
          control={{
            'aria-invalid': hasError ? true : undefined,
            'aria-describedby': hasError ? errorId : undefined,
          }}
        />
        {hasError && (
          <span id={errorId} role="alert" className="text-xs text-bad">
            {error}
          </span>
        )}
      </span>
    )
  }
  return (
    <Field label={label} help={help} hint={hint} error={error}>
      {(control) => <ItemPicker {...props} size="large" control={control} />}
    </Field>
  )
}

type PickerProps = Props & {
  size: 'default' | 'large'
  control: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'id' | 'aria-invalid' | 'aria-describedby'>
}

function ItemPicker(props: PickerProps) {
  const { label, items, value, placeholder, none = placeholder, actions, size, control } = props
  const [typed, setTyped] = useState('')
  const shown = props.shown ?? value
  return (
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
          className={inputClass(size, 'flex items-center justify-between gap-2 text-left')}
        >
          <span className={shown === '' ? 'truncate text-ink-faint' : 'truncate'}>
            {shown === '' ? none : shown}
          </span>
          <ChevronsUpDown className="size-3.5! flex-none text-ink-faint" />
        </button>
      }
    />
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
