import { useId } from 'react'

import { Select } from './Input.tsx'

type Props = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A select with its label above it, small enough for a bar of them. */
export function Choice({ label, value, options, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex min-w-[96px] flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium">
        {label}
      </label>
      <Select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  )
}
