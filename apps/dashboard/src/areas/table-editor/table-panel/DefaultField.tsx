import { use, useId } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import type { ColumnErrors } from './ColumnRow.tsx'
import { IsForeign } from './is-foreign.ts'
import { canCount, type DraftColumn, suggestedDefaults } from './table-draft.ts'

const sources = {
  none: 'NULL',
  literal: 'Value',
  expression: 'Expression',
  'by default': 'Identity (by default)',
  always: 'Identity (always)',
  generated: 'Generated (stored)',
} as const

type Source = keyof typeof sources

function getSource({ identity, generated, default: value }: DraftColumn): Source {
  if (identity !== null) return identity
  if (generated !== null) return 'generated'
  return value?.kind ?? 'none'
}

const empty = { identity: null, generated: null, default: null } as const

const changeTo: Record<Source, Partial<DraftColumn>> = {
  none: empty,
  literal: { ...empty, default: { kind: 'literal', value: '' } },
  expression: { ...empty, default: { kind: 'expression', sql: '' } },
  'by default': { ...empty, identity: 'by default', is_nullable: false },
  always: { ...empty, identity: 'always', is_nullable: false },
  generated: { ...empty, generated: '' },
}

type Props = {
  column: DraftColumn
  /** Of an enum. */
  labels: readonly string[]
  errors: ColumnErrors
  onChange: (more: Partial<DraftColumn>) => void
}

/** The default of a column. A value and an expression are different. */
export function DefaultField({ column, labels, errors, onChange }: Props) {
  const wordId = useId()
  const source = getSource(column)
  const offered = useOffered(column, source)
  const suggestions = column.identity === null ? suggestedDefaults(column.data_type, labels) : []
  const error = errors['default'] ?? errors['generated'] ?? errors['identity']
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field
        label="Default"
        error={source === 'none' || column.identity !== null ? error : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={source}
            onChange={({ target }) => onChange(changeTo[target.value as Source])}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {sources[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <SourceText column={column} error={error} onChange={onChange} />
      {suggestions.length > 0 && column.generated === null && (
        <fieldset aria-labelledby={wordId} className="flex min-w-0 flex-wrap items-center gap-1">
          <span id={wordId} className="text-xs text-ink-faint">
            Suggestions
          </span>
          {suggestions.map(({ label, value }) => (
            <Button
              key={label}
              size="small"
              variant="ghost"
              aria-label={`Use ${label}`}
              onClick={() => onChange({ ...empty, default: value })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** The possible sources of a column's value; a foreign table has no identity. */
function useOffered(column: DraftColumn, source: Source): Source[] {
  const isForeign = use(IsForeign)
  return (Object.keys(sources) as Source[]).filter(
    (one) => one === source || (canBe(one, column) && !(isForeign && counts(one))),
  )
}

const counts = (source: Source): boolean => source === 'always' || source === 'by default'

/** Whole numbers count; PostgreSQL generates the values of new columns only. */
function canBe(source: Source, { data_type: type, was }: DraftColumn): boolean {
  if (counts(source)) return canCount(type.trim().toLowerCase())
  return source !== 'generated' || was === null
}

type TextProps = Omit<Props, 'errors' | 'labels'> & { error: string | undefined }

function SourceText({ column, error, onChange }: TextProps) {
  const { default: value, generated } = column
  if (value?.kind === 'literal') {
    return (
      <Field label="Value" error={error} help={value.value === '' ? 'Empty string' : undefined}>
        {(control) => (
          <Input
            {...control}
            className="font-mono text-xs"
            value={value.value}
            onChange={({ target }) =>
              onChange({ default: { kind: 'literal', value: target.value } })
            }
          />
        )}
      </Field>
    )
  }
  if (value === null && generated === null) return null
  return (
    <Field label="Expression" error={error}>
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          spellCheck={false}
          placeholder={generated === null ? 'now()' : 'price * amount'}
          value={value?.sql ?? generated ?? ''}
          onChange={({ target }) =>
            onChange(
              value === null
                ? { generated: target.value }
                : { default: { kind: 'expression', sql: target.value } },
            )
          }
        />
      )}
    </Field>
  )
}
