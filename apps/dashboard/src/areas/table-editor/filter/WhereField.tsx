import { useId } from 'react'

import { focusOnMount } from '../../../ui/focus.ts'
import { Textarea } from '../../../ui/Input.tsx'
import { intoView } from '../../../ui/into-view.ts'
import { pointedAt } from './pointed-at.ts'

type Props = {
  value: string
  refusal: { message: string; position?: number | undefined } | undefined
  /** It was opened for writing. */
  hasFocus?: boolean
  onChange: (value: string) => void
}

/** An SQL expression, with PostgreSQL's errors while it is typed. */
export function WhereField({ value, refusal, hasFocus = false, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-ink-soft">
        SQL after <code>where</code>
      </label>
      <Textarea
        ref={hasFocus ? focusOnMount : null}
        id={id}
        rows={Math.min(8, Math.max(2, value.split('\n').length))}
        autoComplete="off"
        spellCheck={false}
        placeholder="total > 100 and note ~ '^moss'"
        className="font-mono text-xs"
        aria-invalid={refusal !== undefined || undefined}
        aria-describedby={refusal === undefined ? undefined : `${id}-fault`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {refusal !== undefined && (
        <div ref={intoView} id={`${id}-fault`} role="alert" className="text-bad">
          {refusal.position !== undefined && (
            <pre aria-hidden className="overflow-x-auto font-mono text-xs">
              {pointedAt(value, refusal.position)}
            </pre>
          )}
          {refusal.message}
        </div>
      )}
    </div>
  )
}
