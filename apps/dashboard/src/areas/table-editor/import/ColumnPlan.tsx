import { importTypes } from '@basalt/contract/database/imports'
import { type ReactNode, useRef } from 'react'

import { formatCount, plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Input, Select } from '../../../ui/Input.tsx'
import {
  type ColumnType,
  type Empty,
  type Plan,
  type PlannedColumn,
  type Target,
  writableColumns,
} from './import-plan.ts'
import type { Inspection, InspectedColumn } from './inspect.ts'

type Props = {
  found: Inspection
  target: Target
  plan: Plan
  onChange: (plan: Plan) => void
}

const empties: readonly [Empty, string][] = [
  ['null', 'NULL'],
  ['unquoted', 'NULL (“” stays empty)'],
  ['text', 'Empty string'],
]

const heads = {
  name: 'In the table',
  type: 'Type',
  nullable: 'Nullable',
  empty: 'Empty cells become',
}

/** On a narrow screen the cells of a column stand below it, each with its own head. */
function Cell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <td className="flex-1 py-1.5 pr-3 max-tablet:min-w-32">
      <span aria-hidden className="block text-xs text-ink-faint tablet:hidden">
        {head}
      </span>
      {children}
    </td>
  )
}

/** Each column of the file and its target. */
export function ColumnPlan({ found, target, plan, onChange }: Props) {
  const change = (at: number, part: Partial<PlannedColumn>) => {
    onChange({
      ...plan,
      columns: plan.columns.map((column, position) =>
        position === at ? { ...column, ...part } : column,
      ),
    })
  }
  return (
    <section aria-label="Columns" className="overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <thead className="max-tablet:hidden">
          <tr className="border-b border-line text-xs text-ink-faint">
            <th className="py-1 pr-3 font-normal">In the file</th>
            <th className="py-1 pr-3 font-normal">{heads.name}</th>
            {target === null && <th className="py-1 pr-3 font-normal">{heads.type}</th>}
            {target === null && <th className="py-1 pr-3 font-normal">{heads.nullable}</th>}
            <th className="w-36 py-1 font-normal">{heads.empty}</th>
          </tr>
        </thead>
        <tbody>
          {plan.columns.map((column, at) => (
            <ColumnRow
              key={at}
              source={found.columns[at]?.name ?? ''}
              nearly={found.columns[at]?.nearly ?? null}
              sample={found.preview[0]?.[at] ?? null}
              isKey={at === plan.keyAt}
              {...{ column, target }}
              onChange={(part) => change(at, part)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  source: string
  nearly: InspectedColumn['nearly']
  sample: string | null
  isKey: boolean
  column: PlannedColumn
  target: Target
  onChange: (part: Partial<PlannedColumn>) => void
}

function ColumnRow(props: RowProps) {
  const { source, nearly, sample, isKey, column, target, onChange } = props
  const isOmitted = column.name === ''
  return (
    <tr className="border-b border-line align-middle max-tablet:flex max-tablet:flex-wrap">
      <th scope="row" className="basis-full py-1.5 pr-3 font-normal">
        <span className="block max-w-48 truncate">{source}</span>
        <span className="block max-w-48 truncate font-mono text-xs text-ink-faint">
          {sample ?? 'NULL'}
        </span>
      </th>
      <Cell head={heads.name}>
        {target === null ? (
          <Input
            aria-label={`Name of ${source}`}
            placeholder="Skipped"
            value={column.name}
            onChange={({ target: field }) => onChange({ name: field.value })}
          />
        ) : (
          <Select
            aria-label={`Column for ${source}`}
            value={column.name}
            onChange={({ target: field }) => onChange({ name: field.value })}
          >
            <option value="">Skipped</option>
            {writableColumns(target).map(({ name, data_type }) => (
              <option key={name} value={name}>
                {`${name} (${data_type})`}
              </option>
            ))}
          </Select>
        )}
      </Cell>
      {target === null && (
        <NewColumnCells {...{ source, nearly, isKey, column, onChange }} isOmitted={isOmitted} />
      )}
      <Cell head={heads.empty}>
        <Select
          aria-label={`Empty cells of ${source}`}
          disabled={isOmitted}
          value={column.empty}
          onChange={({ target: field }) => {
            const empty = empties.find(([one]) => one === field.value)?.[0]
            if (empty !== undefined) onChange({ empty })
          }}
        >
          {empties.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </Cell>
    </tr>
  )
}

type NewProps = Pick<RowProps, 'source' | 'nearly' | 'isKey' | 'column' | 'onChange'> & {
  isOmitted: boolean
}

function NewColumnCells(props: NewProps) {
  const { source, nearly, isKey, column, isOmitted, onChange } = props
  const field = useRef<HTMLSelectElement>(null)
  return (
    <>
      <Cell head={heads.type}>
        <Select
          ref={field}
          aria-label={`Type of ${source}`}
          disabled={isOmitted}
          value={column.type}
          onChange={({ target }) => {
            const type = importTypes.find((one: ColumnType) => one === target.value)
            if (type !== undefined) onChange({ type })
          }}
        >
          {importTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
        {nearly !== null && column.type === 'text' && !isOmitted && (
          <Button
            size="small"
            variant="ghost"
            className="text-accent!"
            tooltip={`${plural(nearly.others, 'value')} would be rejected and can be corrected`}
            onClick={() => {
              onChange({ type: nearly.type, empty: 'null' })
              // The button is removed with its suggestion; the focus stays at this column.
              field.current?.focus()
            }}
          >
            {`${nearly.type}, except ${formatCount(nearly.others)}`}
          </Button>
        )}
      </Cell>
      <Cell head={heads.nullable}>
        <input
          type="checkbox"
          // In a line of text it would stand above its middle.
          className="block"
          aria-label={`${source} is nullable`}
          disabled={isOmitted || isKey}
          checked={column.isNullable && !isKey}
          onChange={({ target }) => onChange({ isNullable: target.checked })}
        />
      </Cell>
    </>
  )
}
