import { useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { fromFieldTime, toFieldTime, zoneName } from '../model/log-time.ts'
import type { LogPageState } from '../state/use-log-page.ts'

type Props = { page: LogPageState; onClose: () => void }

/** Two times on a clock of the user's zone. */
export function CustomRange({ page, onClose }: Props) {
  const { params, change } = page
  const [from, setFrom] = useState(() => toFieldTime(Date.parse(params.from)))
  const [to, setTo] = useState(() => toFieldTime(Date.parse(params.to)))
  const [start, end] = [fromFieldTime(from), fromFieldTime(to)]
  const problem = getProblem(start, end)
  return (
    <form
      aria-label="Custom range"
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem !== undefined || start === undefined || end === undefined) return
        change({ range: { kind: 'fixed', from: start, to: end }, isLive: false })
        onClose()
      }}
    >
      <Field label="From" help={zoneName()}>
        {(control) => (
          <Input
            {...control}
            ref={focusNow}
            type="datetime-local"
            step="1"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        )}
      </Field>
      <Field label="To" error={problem}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step="1"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2 pt-[26px]">
        <Button type="submit" variant="primary" disabledReason={problem}>
          Apply
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** The user has just asked for the fields. */
const focusNow = (field: HTMLInputElement | null) => field?.focus()

function getProblem(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined || to === undefined) return 'Enter both times'
  return from < to ? undefined : 'Enter a time after the start'
}
