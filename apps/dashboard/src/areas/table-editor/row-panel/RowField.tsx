import type { Column } from '@basalt/contract/database/tables'
import { keepLineEnds } from '@basalt/data-grid/line-ends'
import {
  Braces,
  CalendarDays,
  FileUp,
  Fingerprint,
  Info,
  List,
  type LucideIcon,
  Search,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'

import { summarize } from '../../../product/cell-editor/BinaryTool.tsx'
import {
  listOptions,
  type AdjacentRow,
  takesEmpty,
  type ToolKind,
  getTool,
} from '../../../product/cell-editor/cell-tools.ts'
import { CellTool } from '../../../product/cell-editor/CellTool.tsx'
import { valueProblem } from '../../../product/cell-editor/value-checks.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { inputClass, Select } from '../../../ui/Input.tsx'
import { columnReason } from '../changes/cell-edits.ts'
import type { FieldValue } from './row-draft.ts'

export type RowFieldProps = {
  projectRef: string
  column: Column
  value: FieldValue
  /** The value of an existing row. */
  stored: FieldValue
  isChanged: boolean
  error: string | undefined
  /** Why the whole row is read-only; shown by the form. */
  reason: string | undefined
  /** The value is truncated. */
  onLoadFull?: (() => void) | undefined
  onChange: (value: FieldValue) => void
  /** The other fields of the row. */
  adjacent?: AdjacentRow | undefined
  onSubmit: () => void
}

/** One column of a row. Default, NULL and an empty text are different. */
export function RowField(props: RowFieldProps) {
  const { column, value } = props
  const [isToolOpen, setIsToolOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const reason = props.reason ?? columnReason(column)
  // With the list of rows open, typed text is a search.
  const isSearch = isToolOpen && column.references !== null
  const isChecked = props.isChanged && !isSearch
  const problem = typeof value === 'string' && isChecked ? valueProblem(column, value) : undefined
  const isWritable = reason === undefined && props.onLoadFull === undefined
  /** The tool has finished: the focus returns to the field. */
  const done = () => {
    setIsToolOpen(false)
    box.current?.querySelector<HTMLElement>('textarea, select')?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its fields
    <div
      ref={box}
      className="flex flex-col gap-1"
      data-column={column.name}
      onKeyDown={isSearch ? toList : undefined}
    >
      <Field
        label={column.name}
        hint={<span className="font-mono">{column.data_type}</span>}
        error={props.error ?? problem}
        help={columnReason(column) ?? column.comment ?? undefined}
      >
        {(control) => <Control {...props} control={control} isWritable={isWritable} />}
      </Field>
      {props.onLoadFull !== undefined && (
        <Button size="small" className="self-start" onClick={props.onLoadFull}>
          Load the full value
        </Button>
      )}
      {isWritable && (
        <Values {...props} isToolOpen={isToolOpen} onTool={() => setIsToolOpen(!isToolOpen)} />
      )}
      {isWritable && isToolOpen && <Tool {...props} onDone={done} />}
    </div>
  )
}

function Tool({ onDone, ...props }: RowFieldProps & { onDone: () => void }) {
  const { value, onChange } = props
  return (
    <div className="rounded-control border border-line [&>*]:border-t-0">
      <CellTool
        projectRef={props.projectRef}
        column={props.column}
        field={{
          value: value ?? null,
          stored: props.stored ?? null,
          change: onChange,
          take: (next) => {
            onChange(next)
            onDone()
          },
          end: (_, store) => {
            store()
            onDone()
          },
        }}
        adjacent={props.adjacent}
      />
    </div>
  )
}

/** From the field or the button of a tool the arrow leads to its first row, or its current one. */
function toList(event: KeyboardEvent<HTMLElement>) {
  const start = event.currentTarget.querySelector<HTMLElement>('[data-tool-start]')
  if (event.key !== 'ArrowDown' || event.defaultPrevented || start === null) return
  event.preventDefault()
  start.focus()
}

type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type ControlProps = RowFieldProps & { control: Control; isWritable: boolean }

const maxBinaryLength = 4096
const [nullOption, defaultOption] = ['\u0000null', '\u0000default']

function Control({ control, column, value, onChange, onSubmit, isWritable }: ControlProps) {
  const options = listOptions(column)
  if (options !== undefined && isWritable)
    return (
      <Select
        {...control}
        value={getOption(column, value)}
        onChange={({ target }) => onChange(getValue(column, target.value))}
      >
        {value === undefined && <option value={defaultOption}>{defaultText(column)}</option>}
        {(column.is_nullable || value === null) && <option value={nullOption}>NULL</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? 'Empty string' : option}
          </option>
        ))}
      </Select>
    )
  const isBytes = column.kind === 'binary' && (value?.length ?? 0) > maxBinaryLength
  return (
    <textarea
      {...control}
      rows={1}
      dir="auto"
      spellCheck={false}
      autoComplete="off"
      readOnly={!isWritable || isBytes}
      className={`${inputClass()} field-sizing-content h-auto! max-h-60 min-h-7 resize-y py-1 font-mono text-xs leading-5 placeholder:italic`}
      placeholder={getPlaceholder(column, value)}
      value={isBytes ? summarize(value ?? null) : shownText(column, value)}
      onChange={({ target }) => onChange(keepLineEnds(target.value, value ?? ''))}
      onKeyDown={(event) => onFieldKey(event, { column, onChange, onSubmit })}
    />
  )
}

function getPlaceholder(column: Column, value: FieldValue): string | undefined {
  if (value === '') return takesEmpty(column) ? 'EMPTY' : undefined
  return value === null ? 'NULL' : defaultText(column)
}

/** PostgreSQL prints booleans as single letters; people read words. */
const words = new Map([
  ['t', 'true'],
  ['f', 'false'],
])

const shownText = ({ kind }: Column, value: FieldValue): string =>
  (kind === 'boolean' ? words.get(value ?? '') : undefined) ?? value ?? ''

function getOption({ kind }: Column, value: FieldValue): string {
  if (value === undefined) return defaultOption
  if (value === null) return nullOption
  return (kind === 'boolean' ? words.get(value) : undefined) ?? value
}

function getValue({ kind }: Column, option: string): FieldValue {
  if (option === defaultOption) return undefined
  if (option === nullOption) return null
  return kind === 'boolean' ? option.slice(0, 1) : option
}

type Keys = Pick<RowFieldProps, 'column' | 'onChange' | 'onSubmit'>

/** Enter submits where a value has one line; Mod+Enter always does. */
function onFieldKey(event: KeyboardEvent<HTMLTextAreaElement>, { column, ...on }: Keys) {
  const mod = event.ctrlKey || event.metaKey
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length
  const hasLines = column.kind === 'text' || column.kind === 'json'
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
    if (!mod && (hasLines || event.shiftKey || event.altKey)) return
    on.onSubmit()
  } else if (event.key === 'Backspace' && mod && column.is_nullable && isAllSelected) {
    on.onChange(null)
  } else return
  event.preventDefault()
}

const toolReads: Readonly<Record<ToolKind, readonly [string, LucideIcon]>> = {
  reference: ['Find a row', Search],
  json: ['Tree', Braces],
  array: ['Items', List],
  day: ['Calendar', CalendarDays],
  uuid: ['Generate UUID', Fingerprint],
  binary: ['File', FileUp],
  hint: ['Format', Info],
}

type ValuesProps = RowFieldProps & { isToolOpen: boolean; onTool: () => void }

function Values({ column, value, onChange, isToolOpen, onTool }: ValuesProps) {
  const tool = getTool(column)
  const hasOptions = listOptions(column) !== undefined
  return (
    <div className="flex flex-wrap gap-1">
      {column.is_nullable && (
        <Value
          label={`${column.name} is NULL`}
          isOn={value === null}
          onPress={() => onChange(null)}
        >
          NULL
        </Value>
      )}
      {!hasOptions && takesEmpty(column) && (
        <Value
          label={`${column.name} is an empty string`}
          isOn={value === ''}
          onPress={() => onChange('')}
        >
          EMPTY
        </Value>
      )}
      {!isRequired(column) && (
        <Value
          label={`${column.name} uses its default`}
          isOn={value === undefined}
          onPress={() => onChange(undefined)}
        >
          DEFAULT
        </Value>
      )}
      {tool !== undefined && (
        <Button
          size="small"
          variant="ghost"
          icon={toolReads[tool][1]}
          aria-expanded={isToolOpen}
          aria-label={`${toolReads[tool][0]} for ${column.name}`}
          onClick={onTool}
        >
          {toolReads[tool][0]}
        </Button>
      )}
    </div>
  )
}

type ValueProps = { label: string; isOn: boolean; onPress: () => void; children: string }

function Value({ label, isOn, onPress, children }: ValueProps) {
  return (
    <Button
      size="small"
      variant="ghost"
      aria-label={label}
      aria-pressed={isOn}
      className="font-mono text-[10px]! aria-pressed:bg-accent-wash! aria-pressed:text-accent!"
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

/** A value is required. */
const isRequired = ({ default_value, is_identity, is_nullable }: Column): boolean =>
  default_value === null && !is_identity && !is_nullable

/** The description of the value when none is given. */
function defaultText(column: Column): string {
  if (isRequired(column)) return 'Required'
  if (column.default_value !== null) return `Default: ${column.default_value}`
  return column.is_identity ? 'Default: the next number' : 'Default: NULL'
}
