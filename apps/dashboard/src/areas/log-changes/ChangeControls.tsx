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
  const setLength = (value: string) =>
    onChange(
      value === 'fixed'
        ? { from, to, range: undefined }
        : { range: value, from: undefined, to: undefined },
      step,
    )
  const clear = () => onChange(Object.fromEntries(passedOn.map((name) => [name, undefined])), step)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Range">
        {(control) => (
          <Select
            {...control}
            value={length ?? 'fixed'}
            onChange={({ target }) => setLength(target.value)}
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
      {length === null && <Ends view={view} onChange={onChange} />}
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
      {hasFilters && <Button onClick={clear}>Clear filters of the logs</Button>}
    </div>
  )
}

/** Both ends of a range, in the time of the browser. */
function Ends({ view: { from, to }, onChange }: Pick<Props, 'view' | 'onChange'>) {
  const set = (ends: { from?: string | undefined; to?: string | undefined }) =>
    onChange({ from, to, ...ends, range: undefined }, step)
  return (
    <>
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={toLocal(from)}
            max={toLocal(to)}
            onChange={({ target }) => set({ from: toTime(target.value) })}
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
            onChange={({ target }) => set({ to: toTime(target.value) })}
          />
        )}
      </Field>
    </>
  )
}
