import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { own } from '../../../lib/forms/own.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select, Textarea } from '../../../ui/Input.tsx'
import {
  getFault,
  parameterTypes,
  type ParameterType,
  type ParameterValues,
} from './parameter-values.ts'

type Props = {
  /** Names as the query has them, `id` or `$1`; each once. */
  parameters: readonly string[]
  /** Initial values, one for each name. */
  remembered: ParameterValues
  onSubmit: (values: ParameterValues) => void
}

/** Asks for the parameters of a query. */
export function ParameterForm({ parameters, remembered, onSubmit }: Props) {
  const [values, setValues] = useState(remembered)
  const [isChecked, setIsChecked] = useState(false)
  const getValue = (name: string) => own(values, name) ?? { type: 'text' as const, text: '' }

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    const requested = Object.fromEntries(parameters.map((name) => [name, getValue(name)]))
    if (Object.values(requested).every((value) => getFault(value) === undefined))
      onSubmit(requested)
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={submit} noValidate>
      {parameters.map((name, position) => (
        <ParameterField
          key={name}
          isFirst={position === 0}
          name={name}
          value={getValue(name)}
          fault={isChecked ? getFault(getValue(name)) : undefined}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" icon={Play}>
          Run
        </Button>
      </div>
    </form>
  )
}

type Value = ParameterValues[string]

type FieldProps = {
  name: string
  /** It gets the focus when the form opens. */
  isFirst: boolean
  value: Value
  fault: string | undefined
  onChange: (value: Value) => void
}

function ParameterField({ name, isFirst, value, fault, onChange }: FieldProps) {
  const label = name.startsWith('$') ? name : `:${name}`
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label} error={fault}>
          {(control) => (
            <ValueControl
              control={{ ...control, autoFocus: isFirst }}
              value={value}
              onChange={onChange}
            />
          )}
        </Field>
      </div>
      <div className="w-[110px] flex-none pt-[26px]">
        <Select
          aria-label={`Type of ${label}`}
          value={value.type}
          onChange={({ target }) => onChange(retyped(value, target.value as ParameterType))}
        >
          {parameterTypes.map((type) => (
            <option key={type} value={type}>
              {words[type]}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}

const words: Record<ParameterType, string> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Boolean',
  date: 'Date',
  json: 'JSON',
  null: 'NULL',
}

/** A boolean is one of two; every other type keeps the typed text. */
const retyped = ({ text }: Value, type: ParameterType): Value =>
  type === 'boolean' ? { type, text: text === 'false' ? 'false' : 'true' } : { type, text }

type ControlProps = {
  control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': true | undefined
    autoFocus: boolean
  }
  value: Value
  onChange: (value: Value) => void
}

function ValueControl({ control, value, onChange }: ControlProps) {
  const { type, text } = value
  const change = ({ target }: { target: { value: string } }) =>
    onChange({ type, text: target.value })
  if (type === 'null') return <Input {...control} value="" placeholder="NULL" readOnly />
  if (type === 'json') return <Textarea {...control} rows={3} value={text} onChange={change} />
  if (type === 'boolean') {
    return (
      <Select {...control} value={text} onChange={change}>
        <option value="true">true</option>
        <option value="false">false</option>
      </Select>
    )
  }
  return (
    <Input
      {...control}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      value={text}
      onChange={change}
    />
  )
}
