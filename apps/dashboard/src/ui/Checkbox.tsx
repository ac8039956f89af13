import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  help?: ReactNode
  /** Why it cannot be changed here. */
  fixedReason?: string | undefined
}

export function Checkbox({ label, isChecked, onChange, help, fixedReason }: Props) {
  const id = useId()
  const note = fixedReason ?? help
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 flex-none"
        checked={isChecked}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        aria-disabled={fixedReason !== undefined || undefined}
        onChange={({ target }) => {
          if (fixedReason === undefined) onChange(target.checked)
        }}
      />
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {note !== undefined && (
          <p id={`${id}-note`} className="text-xs text-ink-faint">
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
