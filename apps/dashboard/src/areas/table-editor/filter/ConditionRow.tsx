import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterGroup, FilterOperator } from '@basalt/pg-model'
import { X } from 'lucide-react'

import { Button, IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { operators, operatorsFor } from '../view/operators.ts'
import { withColumn, withOperator } from './new-condition.ts'
import { presetsFor } from './presets.ts'
import { ValueEditor } from './ValueEditor.tsx'

type Props = {
  columns: readonly Column[]
  condition: FilterCondition
  /** PostgreSQL's error about it. */
  fault: string | undefined
  /** A preset may put a group in the condition's place. */
  onChange: (node: FilterCondition | FilterGroup) => void
  onRemove: () => void
}

/** One condition: its column, its negation and operator, and its values. */
export function ConditionRow({ columns, condition, fault, onChange, onRemove }: Props) {
  const { not = false } = condition
  const column = columns.find(({ name }) => name === condition.column)

  return (
    <fieldset className="flex items-start gap-2">
      <legend className="sr-only">Condition</legend>
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
        <Select
          aria-label="Column"
          className="w-36 flex-none"
          value={condition.column}
          onChange={(event) => {
            const next = columns.find(({ name }) => name === event.target.value)
            if (next !== undefined) onChange(withColumn(condition, column, next))
          }}
        >
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Button
          variant={not ? 'secondary' : 'ghost'}
          aria-pressed={not}
          className={not ? 'text-accent' : undefined}
          tooltip="Exclude matches"
          onClick={() => onChange(negated(condition))}
        >
          not
        </Button>
        {column !== undefined && (
          <>
            <OperatorSelect column={column} condition={condition} onChange={onChange} />
            <ValueEditor
              column={column}
              condition={condition}
              fault={fault}
              onChange={(values) => onChange({ ...condition, values })}
            />
            <span className="flex-1" />
            <PresetSelect column={column} onChange={onChange} />
          </>
        )}
      </div>
      <IconButton icon={X} label="Remove condition" onClick={onRemove} />
    </fieldset>
  )
}

function negated({ column, operator, values, not = false }: FilterCondition): FilterCondition {
  return { column, operator, values, ...(!not && { not: true }) }
}

type OperatorProps = Pick<Props, 'condition' | 'onChange'> & { column: Column }

function OperatorSelect({ column, condition, onChange }: OperatorProps) {
  const { operator } = condition
  const fitting = operatorsFor(column)
  return (
    <Select
      aria-label="Operator"
      className="w-36 flex-none"
      value={operator}
      onChange={(event) =>
        // The options are operators of the contract.
        onChange(withOperator(condition, column, event.target.value as FilterOperator))
      }
    >
      {fitting.includes(operator) || <option value={operator}>{operators[operator].words}</option>}
      {fitting.map((name) => (
        <option key={name} value={name}>
          {operators[name].words}
        </option>
      ))}
    </Select>
  )
}

function PresetSelect({ column, onChange }: Pick<OperatorProps, 'column' | 'onChange'>) {
  const presets = presetsFor(column)
  return (
    <Select
      aria-label="Preset"
      className="w-24 flex-none text-ink-soft"
      value=""
      onChange={(event) => {
        const preset = presets[Number(event.target.value)]
        if (preset !== undefined) onChange(preset.node)
      }}
    >
      <option value="">Presets</option>
      {presets.map(({ label }, at) => (
        <option key={label} value={at}>
          {label}
        </option>
      ))}
    </Select>
  )
}
