import { useId } from 'react'

import { Input } from '../../../ui/Input.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  placeholder?: string
  /** Offered while the text is typed. */
  suggestions?: readonly string[]
}

/** A text in a row of a list, whose label is not shown. */
export function ItemInput(props: Props) {
  const { label, value, onChange, error, placeholder = label, suggestions = [] } = props
  const errorId = useId()
  const listId = useId()
  return (
    <span className="flex min-w-36 flex-1 flex-col gap-1">
      <Input
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        autoComplete="off"
        spellCheck={false}
        {...(suggestions.length > 0 && { list: listId })}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
      {error !== undefined && (
        <span id={errorId} role="alert" className="text-xs text-bad">
          {error}
        </span>
      )}
    </span>
  )
}
