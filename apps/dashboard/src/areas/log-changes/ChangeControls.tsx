import { logComparisons } from '@basalt/contract/logs/changes'

import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { type ChangesView, comparisonLabels, lengthNames, lengths, passedOn } from './range.ts'

type Props = {
  view: ChangesView
  hasFilters: boolean
  onChange: (change: Record<string, string | undefined>, options?: { isStep?: boolean }) => void
}

/** For inputs of local time. */
const toLocal = (time: string) => {
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const toTime = (local: string) => (local === '' ? undefined : new Date(local).toISOString())

const step = { isStep: true }

/** The range, and the one that it is compared with. */
export function ChangeControls({ view, hasFilters, onChange }: Props) {
  const { from, to, length, compare } = view
  const setEnds = (ends: { from?: string | undefined; to?: string | undefined }) =>
    onChange({ from, to, ...ends, range: undefined }, step)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Range">
        {(control) => (
          <Select
            {...control}
            value={length ?? 'fixed'}
            onChange={({ target }) =>
              onChange(
                target.value === 'fixed'
                  ? { from, to, range: undefined }
                  : { range: target.value, from: undefined, to: undefined },
                step,
              )
            }
          >
            {lengthNames.map((name) => (
              <option key={name} value={name}>
                {lengths[name].label}
              </option>
            ))}
            <option value="fixed">From … to …</option>
          </Select>
        )}
      </Field>
      {length === null && (
        <>
          <Field label="From">
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={toLocal(from)}
                max={toLocal(to)}
                onChange={({ target }) => setEnds({ from: toTime(target.value) })}
              />
            )}
          </Field>
          <Field label="To">
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={toLocal(to)}
                min={toLocal(from)}
                onChange={({ target }) => setEnds({ to: toTime(target.value) })}
              />
            )}
          </Field>
        </>
      )}
      <Field label="Compare with">
        {(control) => (
          <Select
            {...control}
            value={compare}
            onChange={({ target }) => onChange({ compare: target.value }, step)}
          >
            {logComparisons.map((name) => (
              <option key={name} value={name}>
                {comparisonLabels[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {hasFilters && (
        <Button
          onClick={() =>
            onChange(Object.fromEntries(passedOn.map((name) => [name, undefined])), step)
          }
        >
          Clear filters of the logs
        </Button>
      )}
    </div>
  )
}
