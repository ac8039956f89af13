import { useId } from 'react'

type Props = {
  label: string
  note?: string
  isChecked: boolean
  isDisabled: boolean
  onChange: (isChecked: boolean) => void
}

export function Checkbox({ label, note, isChecked, isDisabled, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 flex-none"
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {note !== undefined && (
          <p id={`${id}-note`} className="text-xs text-ink-faint">
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
