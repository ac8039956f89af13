import { useId } from 'react'

import { Select } from '../../../ui/Input.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  error?: string | undefined
}

/** A choice in a row of a list, whose label is not shown. */
export function ItemSelect({ label, value, onChange, options, error }: Props) {
  const errorId = useId()
  return (
    <span className="flex min-w-36 flex-1 flex-col gap-1">
      <Select
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      {error !== undefined && (
        <span id={errorId} role="alert" className="text-xs text-bad">
          {error}
        </span>
      )}
    </span>
  )
}
