import { useId } from 'react'

import { Input } from '../../../ui/Input.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  placeholder?: string
}

/** A text in a row of a list, whose label is not shown. */
export function ItemInput({ label, value, onChange, error, placeholder = label }: Props) {
  const errorId = useId()
  return (
    <span className="flex min-w-36 flex-1 flex-col gap-1">
      <Input
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {error !== undefined && (
        <span id={errorId} role="alert" className="text-xs text-bad">
          {error}
        </span>
      )}
    </span>
  )
}
