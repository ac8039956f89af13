import type {
  databaseTableChanges as routes,
  OutputOf,
  TableSummary,
  ViewDesign,
} from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Field } from '../../../ui/Field.tsx'
import { Input, Select, Textarea } from '../../../ui/Input.tsx'
import { schemasQuery } from '../queries.ts'
import { viewDesignQuery } from '../table-panel/queries.ts'
import { ChangeDialog } from './ChangeDialog.tsx'

type Props = { projectRef: string; table: TableSummary; onClose: () => void }

/** Name, schema, comment and query of a view. */
export function ViewDialog(props: Props) {
  const { data } = useQuery({
    ...viewDesignQuery(props.projectRef, props.table.id),
    refetchOnWindowFocus: false,
  })
  return data === undefined ? null : <ViewForm {...props} found={data} />
}

type FormProps = Props & { found: OutputOf<typeof routes.viewDesign> }

function ViewForm({ projectRef, table, found, onClose }: FormProps) {
  const { data: schemas = [] } = useQuery(schemasQuery(projectRef))
  const [design, setDesign] = useState<ViewDesign>(found.design)
  const isSame = JSON.stringify(design) === JSON.stringify(found.design)
  const set = (more: Partial<ViewDesign>) => setDesign({ ...design, ...more })
  const isFixed = found.kind === 'materialized_view'
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Edit ${table.name}`}
      label="Save changes"
      change={{ action: 'view', table_id: table.id, version: found.version, design }}
      disabledReason={isSame ? 'Nothing is changed' : undefined}
      done="The view was changed"
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div className="grid gap-3 tablet:grid-cols-[1fr_2fr]">
            <Field label="Schema" error={errors['schema']}>
              {(control) => (
                <Select
                  {...control}
                  value={design.schema}
                  onChange={({ target }) => set({ schema: target.value })}
                >
                  {schemas.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Name" error={errors['name']}>
              {(control) => (
                <Input
                  {...control}
                  value={design.name}
                  onChange={({ target }) => set({ name: target.value })}
                />
              )}
            </Field>
          </div>
          <Field label="Comment" hint="Optional">
            {(control) => (
              <Input
                {...control}
                value={design.comment ?? ''}
                onChange={({ target }) =>
                  set({ comment: target.value === '' ? null : target.value })
                }
              />
            )}
          </Field>
          <Field
            label="Query"
            error={errors['definition']}
            help={
              isFixed
                ? 'PostgreSQL keeps the query of a materialized view'
                : 'Columns that are there stay and keep their types; new ones come last'
            }
          >
            {(control) => (
              <Textarea
                {...control}
                rows={10}
                readOnly={isFixed}
                spellCheck={false}
                className="font-mono text-xs"
                value={design.definition}
                onChange={({ target }) => set({ definition: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </ChangeDialog>
  )
}
