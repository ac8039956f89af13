import type { IndexDefinition, IndexKey } from '@basalt/pg-model'
import { useState } from 'react'

import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { ItemInput } from '../../fields/ItemInput.tsx'
import { ItemSelect } from '../../fields/ItemSelect.tsx'
import { ListField } from '../../fields/ListField.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { blankKey, findMethod } from './index-methods.ts'

type Props = FormProps<IndexDefinition> & { columns: readonly string[] }

/** The columns and expressions of the key, in order. */
export function KeyFields({ design, set, errorOf, columns }: Props) {
  const method = findMethod(design.method)
  const [isDetailed, setIsDetailed] = useState(() => design.keys.some(hasDetails))
  return (
    <>
      <ListField
        label="Columns"
        noun="column"
        help="Queries use the index for conditions on its first columns. Write expressions as in the query."
        error={errorOf('keys')}
        items={design.keys}
        onChange={(keys) => set({ keys })}
        blank={blankKey}
      >
        {({ item, at, set: setItem }) => (
          <>
            <Source
              item={item}
              columns={columns}
              errorOf={(name) => errorOf(`keys.${at}.${name}`)}
              onChange={setItem}
            />
            {method.isOrdered === true && (
              <ItemSelect
                label="Order"
                value={`${item.order} ${item.nulls}`}
                options={orders}
                onChange={(value) => setItem(readOrder(value))}
              />
            )}
            {(isDetailed || errorOf(`keys.${at}.operator_class`) !== undefined) && (
              <Details
                item={item}
                classes={method.classes}
                errorOf={(name) => errorOf(`keys.${at}.${name}`)}
                onChange={setItem}
              />
            )}
          </>
        )}
      </ListField>
      <Checkbox
        label="Choose operator classes and collations"
        isChecked={isDetailed}
        onChange={setIsDetailed}
      />
    </>
  )
}

const hasDetails = ({ operator_class, collation, statistics }: IndexKey): boolean =>
  operator_class !== null || collation !== null || statistics !== null

type PartProps = {
  item: IndexKey
  errorOf: (name: string) => string | undefined
  onChange: (part: Partial<IndexKey>) => void
}

/** Parts of a key that most indexes leave to PostgreSQL. */
function Details({ item, classes, errorOf, onChange }: PartProps & { classes: readonly string[] }) {
  return (
    <>
      <ItemInput
        label="Operator class"
        placeholder="Default operator class"
        suggestions={classes}
        value={item.operator_class ?? ''}
        error={errorOf('operator_class')}
        onChange={(value) => onChange({ operator_class: value || null })}
      />
      <ItemInput
        label="Collation"
        placeholder="Default collation"
        suggestions={['"C"', '"POSIX"', 'unicode']}
        value={item.collation ?? ''}
        error={errorOf('collation')}
        onChange={(value) => onChange({ collation: value || null })}
      />
      {item.column === null && (
        <StatisticsInput
          value={item.statistics}
          error={errorOf('statistics')}
          onChange={(statistics) => onChange({ statistics })}
        />
      )}
    </>
  )
}

/** No column has this name: it would be empty otherwise. */
const expressionChoice = '\0expression'

type SourceProps = PartProps & { columns: readonly string[] }

/** A column, or an expression over columns. */
function Source({ item, columns, errorOf, onChange }: SourceProps) {
  const { column, expression } = item
  const names = column === null || columns.includes(column) ? columns : [column, ...columns]
  return (
    <>
      <ItemSelect
        label="Column"
        value={column ?? expressionChoice}
        error={errorOf('column')}
        options={[
          ...(column === '' ? [{ value: '', label: 'Choose a column' }] : []),
          ...names.flatMap((name) => (name === '' ? [] : [{ value: name, label: name }])),
          { value: expressionChoice, label: 'Expression…' },
        ]}
        onChange={(value) =>
          onChange(
            value === expressionChoice
              ? { column: null, expression: '' }
              : { column: value, expression: null, statistics: null },
          )
        }
      />
      {column === null && (
        <ItemInput
          label="Expression"
          placeholder="lower(email)"
          value={expression ?? ''}
          error={errorOf('expression')}
          onChange={(value) => onChange({ expression: value })}
        />
      )}
    </>
  )
}

const orders = [
  { value: 'ascending last', label: 'Ascending, NULLs last' },
  { value: 'ascending first', label: 'Ascending, NULLs first' },
  { value: 'descending first', label: 'Descending, NULLs first' },
  { value: 'descending last', label: 'Descending, NULLs last' },
]

const readOrder = (value: string): Pick<IndexKey, 'order' | 'nulls'> => ({
  order: value.startsWith('descending') ? 'descending' : 'ascending',
  nulls: value.endsWith('first') ? 'first' : 'last',
})

type StatisticsProps = {
  value: number | null
  error: string | undefined
  onChange: (value: number | null) => void
}

/** How many values of an expression ANALYZE keeps. */
export function StatisticsInput({ value, error, onChange }: StatisticsProps) {
  return (
    <ItemInput
      label="Statistics target"
      placeholder="Default statistics target"
      value={value === null ? '' : String(value)}
      error={error}
      onChange={(text) => {
        const digits = text.replaceAll(/\D/gu, '')
        onChange(digits === '' ? null : Number(digits))
      }}
    />
  )
}
