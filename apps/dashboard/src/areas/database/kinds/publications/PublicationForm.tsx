import type { PublicationDesign } from '@basalt/pg-model'

import { CheckField } from '../../fields/design-fields.tsx'
import { ItemInput } from '../../fields/ItemInput.tsx'
import { ListField } from '../../fields/ListField.tsx'
import { TableField } from '../../fields/TableField.tsx'
import type { FormProps } from '../../model/object-kind.ts'

const operations = [
  { name: 'inserts', label: 'Insert' },
  { name: 'updates', label: 'Update' },
  { name: 'deletes', label: 'Delete' },
  { name: 'truncates', label: 'Truncate' },
]

const sorted = 'Their order has no effect'

export function PublicationForm(props: FormProps<PublicationDesign>) {
  const { design, isNew } = props
  return (
    <>
      {isNew ? (
        <CheckField
          {...props}
          name="all_tables"
          label="All tables"
          help="Later ones too. It cannot be changed later."
        />
      ) : (
        design.all_tables && (
          <p className="text-ink-soft">
            It publishes all tables. PostgreSQL cannot change that: create another publication
            instead.
          </p>
        )
      )}
      {!design.all_tables && (
        <>
          <Tables {...props} />
          <Schemas {...props} />
        </>
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">Operations</legend>
        {operations.map((operation) => (
          <CheckField key={operation.name} {...props} {...operation} />
        ))}
      </fieldset>
      <CheckField
        {...props}
        name="via_root"
        label="Publish partitions as their partitioned table"
        help="Subscribers may then partition the table in another way, or not at all"
      />
      <CheckField {...props} name="generated_columns" label="Publish stored generated columns" />
    </>
  )
}

function Tables({ design, set, errorOf, projectRef }: FormProps<PublicationDesign>) {
  return (
    <ListField
      label="Tables"
      noun="table"
      help="Updates and deletes need a replica identity, such as a primary key. The columns must include it, and the filter may use no other columns."
      error={errorOf('tables')}
      items={design.tables}
      onChange={(tables) => set({ tables })}
      blank={{ table: '', columns: null, filter: null }}
      fixedReason={sorted}
    >
      {({ item, at, set: setItem }) => (
        <>
          <TableField
            isQualified
            isInList
            design={item}
            name="table"
            label="Table"
            kinds={['r', 'p']}
            set={({ table }: Partial<typeof item>) => setItem({ table: table ?? '' })}
            errorOf={() => errorOf(`tables.${at}.table`)}
            projectRef={projectRef}
          />
          <ItemInput
            label="Columns"
            placeholder="All columns"
            value={item.columns ?? ''}
            error={errorOf(`tables.${at}.columns`)}
            onChange={(columns) => setItem({ columns: columns || null })}
          />
          <ItemInput
            label="Filter"
            placeholder="All rows"
            value={item.filter ?? ''}
            error={errorOf(`tables.${at}.filter`)}
            onChange={(filter) => setItem({ filter: filter || null })}
          />
        </>
      )}
    </ListField>
  )
}

function Schemas({ design, set, errorOf, restrictions }: FormProps<PublicationDesign>) {
  const denied = restrictions['schemas']
  return (
    <ListField
      label="Schemas"
      noun="schema"
      help={denied ?? 'All their tables, later ones too'}
      addReason={denied}
      error={errorOf('schemas')}
      items={design.schemas.map((name) => ({ name }))}
      onChange={(items) => set({ schemas: items.map(({ name }) => name) })}
      blank={{ name: '' }}
      fixedReason={sorted}
    >
      {({ item, at, set: setItem }) => (
        <ItemInput
          label="Schema name"
          placeholder="public"
          value={item.name}
          error={errorOf(`schemas.${at}`)}
          onChange={(name) => setItem({ name })}
        />
      )}
    </ListField>
  )
}
