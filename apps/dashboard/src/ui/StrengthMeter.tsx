import { clsx } from 'clsx'

type Props = {
  strength: {
    width: number
    tone: 'bad' | 'warn' | 'good'
    message: string
    suggestions: readonly string[]
    warning: string | undefined
  }
}

const fills = { bad: 'bg-bad', warn: 'bg-warn', good: 'bg-good' }
const inks = { bad: 'text-bad', warn: 'text-warn', good: 'text-good' }

/** The strength of a password, as a bar and in words. */
export function StrengthMeter({ strength }: Props) {
  const { width, tone, message, suggestions, warning } = strength
  return (
    <div className="flex flex-col gap-1.5 pt-0.5 text-xs">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers do not let a meter be styled
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={width}
        aria-valuetext={message}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className={clsx('h-full rounded-full transition-[width] duration-200', fills[tone])}
          style={{ width: `${width}%` }}
        />
      </div>
      <output className="flex flex-col gap-0.5">
        <span className={inks[tone]}>{message}</span>
        {warning !== undefined && <span className="text-ink-soft">{warning}</span>}
        {suggestions.map((suggestion) => (
          <span key={suggestion} className="text-ink-soft">
            {suggestion}
          </span>
        ))}
      </output>
    </div>
  )
}
