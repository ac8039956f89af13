import type { Encoding } from '@basalt/delimited'

import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import type { Reading } from './inspect.ts'

const encodings: readonly [Encoding, string][] = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16 (little endian)'],
  ['utf-16be', 'UTF-16 (big endian)'],
  ['windows-1252', 'Latin-1 (Western)'],
]

const delimiters: readonly [string, string][] = [
  [',', 'Comma'],
  ['\t', 'Tab'],
  [';', 'Semicolon'],
  ['|', 'Pipe'],
]

const quotes: readonly [string, string][] = [
  ['"', 'Double quotes'],
  ["'", 'Single quotes'],
  ['', 'None'],
]

type Props = { reading: Reading; onChange: (reading: Reading) => void }

/** The dialect of the file: detected, and corrected by the user. */
export function ReadingFields({ reading, onChange }: Props) {
  const isJson = reading.kind === 'json'
  return (
    <div className="grid grid-cols-2 gap-3">
      <Choice
        label="Format"
        value={isJson ? 'json' : reading.delimiter}
        options={[
          ...delimiters.map(([value, word]) => [value, `${word} separated`] as const),
          ['json', 'JSON'],
        ]}
        onChange={(value) =>
          onChange(
            value === 'json'
              ? { ...reading, kind: 'json' }
              : { ...reading, kind: 'delimited', delimiter: value },
          )
        }
      />
      <Choice
        label="Encoding"
        value={reading.encoding}
        options={encodings}
        onChange={(value) => {
          const encoding = encodings.find(([one]) => one === value)?.[0]
          if (encoding !== undefined) onChange({ ...reading, encoding })
        }}
      />
      {!isJson && (
        <>
          <Choice
            label="Quotes"
            value={reading.quote ?? ''}
            options={quotes}
            onChange={(value) => onChange({ ...reading, quote: value === '' ? null : value })}
          />
          <Field label="Header row">
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                placeholder="None"
                value={reading.namesLine ?? ''}
                onChange={({ target }) => {
                  const line = Math.trunc(Number(target.value))
                  onChange({ ...reading, namesLine: line >= 1 ? line : null })
                }}
              />
            )}
          </Field>
        </>
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, word: string])[]
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.every(([one]) => one !== value) && <option value={value}>{value}</option>}
          {options.map(([one, word]) => (
            <option key={one} value={one}>
              {word}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
