import type { IndexDefinition } from '@basalt/pg-model'

import { useNames } from '../../../../product/names/use-names.ts'
import { written } from '../../../../product/names/written-name.ts'
import { CheckField, SelectField } from '../../fields/design-fields.tsx'
import { ItemInput } from '../../fields/ItemInput.tsx'
import { ItemSelect } from '../../fields/ItemSelect.tsx'
import { ListField } from '../../fields/ListField.tsx'
import { SqlField } from '../../fields/SqlField.tsx'
import { TableField } from '../../fields/TableField.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { findMethod, methods, withMethod } from './index-methods.ts'
import { KeyFields, StatisticsInput } from './KeyFields.tsx'

type Props = FormProps<IndexDefinition>

export function IndexForm(props: Props) {
  const { isNew } = props
  return (
    <>
      {isNew ? <NewFields {...props} /> : <StatisticsFields {...props} />}
      <Parameters {...props} />
      {!isNew && (
        <p className="text-xs text-ink-faint">
          PostgreSQL cannot change anything else about an index. Duplicate it with the changes, then
          drop this one.
        </p>
      )}
    </>
  )
}

function NewFields(props: Props) {
  const { design, set, projectRef } = props
  const columns = useColumns(projectRef, design)
  const method = findMethod(design.method)
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-2">
        <TableField {...props} name="table" label="Table" kinds={['r', 'p', 'm']} />
        <SelectField
          {...props}
          set={(part) => set(withMethod(design, String(part['method'])))}
          name="method"
          label="Method"
          options={methods}
        />
      </div>
      <KeyFields {...props} columns={columns} />
      {method.isOrdered === true && <UniqueFields {...props} />}
      {method.canInclude === true && <IncludeFields {...props} columns={columns} />}
      <SqlField
        {...props}
        set={(part) => set({ where: part['where'] || null })}
        name="where"
        label="Only rows where"
        hint="Optional"
        rows={2}
        placeholder="deleted_at is null"
        frame={design.table === '' ? undefined : rowsOf(design)}
        help="A query uses a partial index if its own conditions imply this one"
      />
      <BuildField {...props} />
    </>
  )
}

const rowsOf = ({ schema, table }: IndexDefinition) => ({
  before: `select * from ${written(schema)}.${written(table)} where (`,
  after: ')',
})

const builds = [
  { value: 'concurrently', label: 'In the background, without blocking writes' },
  { value: 'transaction', label: 'Immediately, blocking writes until it is built' },
]

function BuildField(props: Props) {
  const { design, set, errorOf } = props
  return (
    <SelectField
      {...props}
      design={{ build: design.concurrently ? 'concurrently' : 'transaction' }}
      set={({ build }) => set({ concurrently: build === 'concurrently' })}
      errorOf={() => errorOf('concurrently')}
      name="build"
      label="Build"
      help={
        design.concurrently
          ? 'Runs as a job: takes about twice as long, shows its progress, and continues when you leave the page'
          : 'For small tables: runs in a transaction, so a failure leaves nothing behind'
      }
      options={builds}
    />
  )
}

function useColumns(projectRef: string, { schema, table }: IndexDefinition): string[] {
  const names = useNames(projectRef)
  const found = names?.relations.find(([inSchema, name]) => inSchema === schema && name === table)
  return found?.[4].map(([name]) => name) ?? []
}

function UniqueFields(props: Props) {
  return (
    <div className="flex flex-col gap-2">
      <CheckField
        {...props}
        set={(part) => props.set({ ...part, nulls_not_distinct: false })}
        name="is_unique"
        label="Unique"
        help="No two rows have equal values in all columns"
      />
      {props.errorOf('is_unique') !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {props.errorOf('is_unique')}
        </p>
      )}
      {props.design.is_unique && (
        <CheckField {...props} name="nulls_not_distinct" label="NULLs are equal to one another" />
      )}
    </div>
  )
}

function IncludeFields({ design, set, errorOf, columns }: Props & { columns: readonly string[] }) {
  return (
    <ListField
      label="Included columns"
      noun="included column"
      help="Only stored, so that queries need not read the table for them"
      error={errorOf('include')}
      items={design.include.map((name) => ({ name }))}
      onChange={(items) => set({ include: items.map(({ name }) => name) })}
      blank={{ name: columns[0] ?? '' }}
    >
      {({ item, set: setItem }) => (
        <ItemSelect
          label="Included column"
          value={item.name}
          options={[...new Set([item.name, ...columns])].map((name) => ({
            value: name,
            label: name,
          }))}
          onChange={(name) => setItem({ name })}
        />
      )}
    </ListField>
  )
}

/** Of an existing index only the statistics targets of its expressions can change. */
function StatisticsFields({ design, set, errorOf }: Props) {
  return design.keys.map((key, at) =>
    key.expression === null ? null : (
      <div key={at} className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 font-mono text-xs break-words">{key.expression}</code>
        <StatisticsInput
          value={key.statistics}
          error={errorOf(`keys.${at}.statistics`)}
          onChange={(statistics) => set({ keys: design.keys.with(at, { ...key, statistics }) })}
        />
      </div>
    ),
  )
}

function Parameters({ design, set, errorOf }: Props) {
  const { parameters } = findMethod(design.method)
  return (
    <ListField
      label="Storage parameters"
      noun="parameter"
      error={errorOf('parameters')}
      items={design.parameters}
      onChange={(items) => set({ parameters: items })}
      blank={{ name: parameters[0] ?? '', value: '' }}
      fixedReason="Their order has no effect"
    >
      {({ item, at, set: setItem }) => (
        <>
          <ItemSelect
            label="Parameter"
            value={item.name}
            error={errorOf(`parameters.${at}.name`)}
            options={[...new Set([item.name, ...parameters])].map((name) => ({
              value: name,
              label: name,
            }))}
            onChange={(name) => setItem({ name })}
          />
          <ItemInput
            label="Value"
            placeholder={item.name === 'fillfactor' ? '90' : 'Value'}
            value={item.value}
            error={errorOf(`parameters.${at}.value`)}
            onChange={(value) => setItem({ value })}
          />
        </>
      )}
    </ListField>
  )
}
