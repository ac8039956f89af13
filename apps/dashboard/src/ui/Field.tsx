import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type Props = {
  label: string
  help?: ReactNode
  /** Replaces the help while it is present. */
  error?: string | undefined
  /** Shown next to the label, for example "Optional". */
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Label above, help below, error in place of help. */
export function Field({ label, help, error, hint, children }: Props) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || help !== undefined
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && <span className="text-xs text-ink-faint">{hint}</span>}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p id={noteId} role="alert" className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert className="mt-px size-3.5!" />
          {error}
        </p>
      )}
      {error === undefined && help !== undefined && (
        <div id={noteId} className="text-xs text-ink-faint">
          {help}
        </div>
      )}
    </div>
  )
}
