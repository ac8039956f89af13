import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

type Choice<T extends string> = {
  value: T
  label: string
  /** On the right of the label, such as a price. */
  detail?: ReactNode
  note?: ReactNode
  disabledReason?: string | undefined
}

type Props<T extends string> = {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
  /** The number of columns when there is space. */
  columns?: 2 | 3
}

/** A few alternatives with a line of explanation each; arrow keys move between them. */
export function ChoiceCards<T extends string>({ columns = 3, ...props }: Props<T>) {
  const { label, choices, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="pb-1.5 font-medium">{label}</legend>
      <div
        className={clsx('grid gap-2', columns === 2 ? 'tablet:grid-cols-2' : 'tablet:grid-cols-3')}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'flex cursor-pointer flex-col gap-1 rounded-control border p-3 transition-colors duration-[120ms]',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
              choice.value === value
                ? 'border-accent bg-accent-wash'
                : 'border-line-strong hover:border-control',
              choice.disabledReason !== undefined && 'opacity-60',
            )}
          >
            <span className="flex items-baseline justify-between gap-2">
              <span className="flex items-center gap-2 font-medium">
                <input
                  type="radio"
                  name={name}
                  className="size-3.5 outline-none"
                  checked={choice.value === value}
                  disabled={choice.disabledReason !== undefined}
                  onChange={() => onChange(choice.value)}
                />
                {choice.label}
              </span>
              <span className="tabular text-xs text-ink-soft">{choice.detail}</span>
            </span>
            <span className="text-xs text-ink-soft">{choice.disabledReason ?? choice.note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
