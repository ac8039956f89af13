import { type FormEvent, useState } from 'react'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { plural } from '../../lib/format/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import {
  dayMs,
  fromInput,
  type Preset,
  presetMs,
  presetNames,
  presetParams,
  presets,
  shortestMs,
  spanParams,
  type TimeRange,
  toInput,
} from './time-range.ts'

type Props = {
  range: TimeRange
  /** The retention of the plan; undefined until it is known. */
  retentionDays: number | undefined
}

/** Chooses a range of time that the URL keeps: one that ends now, or one with two ends. */
export function RangePicker({ range, retentionDays }: Props) {
  const change = useSearchParams()
  const [isTyping, setIsTyping] = useState(range.preset === null)
  const isCustom = isTyping || range.preset === null
  const isKept = (preset: Preset) =>
    retentionDays === undefined || presetMs[preset] <= retentionDays * dayMs
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        aria-label="Time range"
        className="w-auto!"
        value={isCustom ? 'custom' : (range.preset ?? 'custom')}
        onChange={({ target: { value } }) => {
          const preset = presets.find((one) => one === value)
          setIsTyping(preset === undefined)
          if (preset !== undefined) change(presetParams(preset), { isStep: true })
        }}
      >
        {presets.map((preset) => (
          <option key={preset} value={preset} disabled={!isKept(preset)}>
            {isKept(preset)
              ? presetNames[preset]
              : `${presetNames[preset]} (your plan keeps ${plural(retentionDays ?? 0, 'day')})`}
          </option>
        ))}
        <option value="custom">Custom</option>
      </Select>
      {isCustom && (
        <Ends key={`${range.from}/${range.preset === null ? range.to : ''}`} range={range} />
      )}
    </div>
  )
}

function Ends({ range }: { range: TimeRange }) {
  const change = useSearchParams()
  const [start, setStart] = useState(toInput(range.from))
  const [end, setEnd] = useState(toInput(range.to))
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [from, to] = [fromInput(start), fromInput(end)]
    if (from === undefined || to === undefined) return setError('Enter a date and a time')
    if (to - from < shortestMs) return setError('Choose an end after the start')
    if (from >= Date.now()) return setError('Choose a start in the past')
    setError(undefined)
    return change(spanParams({ from, to }), { isStep: true })
  }
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={submit} noValidate>
      <Field label="From" error={error}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={start}
            onChange={({ target }) => setStart(target.value)}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={end}
            onChange={({ target }) => setEnd(target.value)}
          />
        )}
      </Field>
      <Button type="submit">Apply</Button>
    </form>
  )
}
