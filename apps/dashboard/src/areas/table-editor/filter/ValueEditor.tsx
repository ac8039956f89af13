import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition } from '@basalt/pg-model'
import { CalendarDays } from 'lucide-react'
import { useId, useRef } from 'react'

import { IconButton } from '../../../ui/Button.tsx'
import { Input, Select, Textarea } from '../../../ui/Input.tsx'
import { intoView } from '../../../ui/into-view.ts'
import { operators, truths } from '../view/operators.ts'
import { isQuoted } from './fault-position.ts'
import { listChoices } from './new-condition.ts'
import { dayText, zoneText } from './presets.ts'

type Props = {
  column: Column
  condition: FilterCondition
  /** PostgreSQL's error about it. */
  fault: string | undefined
  onChange: (values: string[]) => void
}

/** The values of a condition, typed or chosen depending on the column's type. */
export function ValueEditor(props: Props) {
  const { fault } = props
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Fields {...props} faultId={id} />
      {fault !== undefined && (
        <p ref={intoView} id={id} role="alert" className="max-w-64 break-words text-bad">
          {fault}
        </p>
      )}
    </div>
  )
}

function Fields({ column, condition, fault, faultId, onChange }: Props & { faultId: string }) {
  const { operator, values } = condition
  const { takes } = operators[operator]
  const [first = '', second = ''] = values
  const isReported = fault !== undefined && values.some((value) => isQuoted(fault, value))
  const getMark = (value?: string): FaultMark => {
    const isOther = isReported && value !== undefined && !isQuoted(fault, value)
    return fault === undefined || isOther
      ? {}
      : { 'aria-invalid': true, 'aria-describedby': faultId }
  }
  if (takes === 'truth') {
    return (
      <Select
        aria-label="Value"
        data-first-focus
        className="w-32"
        {...getMark()}
        value={first}
        onChange={(event) => onChange([event.target.value])}
      >
        {truths(column).map((truth) => (
          <option key={truth}>{truth}</option>
        ))}
      </Select>
    )
  }
  if (takes === 'many')
    return <Values column={column} values={values} mark={getMark()} onChange={onChange} />
  const field = { column, label: 'Value', value: first, mark: getMark(first) }
  if (takes === 'one') return <Value {...field} onChange={(value) => onChange([value])} />
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <Value {...field} label="From" onChange={(value) => onChange([value, second])} />
      <span className="text-ink-soft">and</span>
      <Value
        column={column}
        label="To"
        value={second}
        mark={getMark(second)}
        onChange={(value) => onChange([first, value])}
      />
    </span>
  )
}

/** On a field whose value is refused. */
type FaultMark = { 'aria-invalid'?: true; 'aria-describedby'?: string }

type ValueProps = {
  column: Column
  label: string
  value: string
  mark: FaultMark
  onChange: (value: string) => void
}

function Value({ column, label, value, mark, onChange }: ValueProps) {
  const choices = listChoices(column)
  const common = { 'aria-label': label, autoComplete: 'off', spellCheck: false, value, ...mark }
  if (choices !== undefined) {
    return (
      <Select
        aria-label={label}
        data-first-focus
        className="w-40"
        {...mark}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.includes(value) || <option>{value}</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Select>
    )
  }
  if (column.kind === 'json') {
    return (
      <span className="w-56">
        <Textarea
          {...common}
          data-first-focus
          rows={2}
          placeholder='{"name": "value"}'
          className="font-mono text-xs"
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    )
  }
  const field = (
    <span className="w-44">
      <Input
        {...common}
        data-first-focus
        placeholder={column.kind === 'time' ? getExample(column.data_type) : undefined}
        className="font-mono text-xs"
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
  if (column.kind !== 'time' || !/^(?:date|timestamp)/u.test(column.data_type)) return field
  return (
    <span className="flex items-center">
      {field}
      <DayPicker type={column.data_type} label={label} onPick={onChange} />
    </span>
  )
}

function getExample(type: string): string {
  if (type.startsWith('date')) return '2026-12-31'
  if (type.startsWith('timestamp')) return '2026-12-31 14:30'
  return type.startsWith('time') ? '14:30' : '1 day'
}

type PickerProps = { type: string; label: string; onPick: (value: string) => void }

/** The browser's calendar, next to a field that accepts any format of PostgreSQL. */
function DayPicker({ type, label, onPick }: PickerProps) {
  const picker = useRef<HTMLInputElement>(null)
  const isDay = type.startsWith('date')
  function handlePick(picked: string) {
    const at = new Date(picked)
    if (Number.isNaN(at.getTime())) return
    const zone = type.includes('without') || isDay ? '' : zoneText(at)
    onPick(isDay ? dayText(new Date(`${picked}T00:00`)) : picked.replace('T', ' ') + zone)
  }
  return (
    <span className="relative">
      <IconButton
        icon={CalendarDays}
        label={`${label}: choose a date`}
        onClick={() => picker.current?.showPicker()}
      />
      <input
        ref={picker}
        type={isDay ? 'date' : 'datetime-local'}
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute inset-0 opacity-0"
        onChange={(event) => handlePick(event.target.value)}
      />
    </span>
  )
}

type ValuesProps = {
  column: Column
  values: readonly string[]
  mark: FaultMark
  onChange: (values: string[]) => void
}

function Values({ column, values, mark, onChange }: ValuesProps) {
  const choices = listChoices(column)
  if (choices === undefined) {
    return (
      <span className="w-56">
        <Textarea
          aria-label="Values, one per line"
          data-first-focus
          placeholder="One value per line"
          rows={Math.min(8, Math.max(2, values.length + 1))}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-xs"
          {...mark}
          value={values.join('\n')}
          onChange={(event) =>
            onChange(event.target.value === '' ? [] : event.target.value.split('\n'))
          }
        />
      </span>
    )
  }
  return (
    <fieldset className="flex max-h-40 max-w-72 flex-wrap gap-x-3 gap-y-1 overflow-y-auto">
      <legend className="sr-only">Values</legend>
      {choices.map((choice) => (
        <label key={choice} className="flex items-center gap-1.5">
          <input
            type="checkbox"
            checked={values.includes(choice)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...values, choice]
                  : values.filter((value) => value !== choice),
              )
            }
          />
          {choice}
        </label>
      ))}
    </fieldset>
  )
}
