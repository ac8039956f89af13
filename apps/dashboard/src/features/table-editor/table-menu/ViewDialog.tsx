import type {
  databaseTableChanges as routes,
  OutputOf,
  TableSummary,
  ViewDesign,
} from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Field } from '../../../ui/Field.tsx'
import { Input, Textarea } from '../../../ui/Input.tsx'
import { viewDesignQuery } from '../table-panel/queries.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { PlaceFields } from './PlaceFields.tsx'

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
          <PlaceFields
            projectRef={projectRef}
            place={design}
            nameLabel="Name"
            errors={errors}
            onChange={set}
          />
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
          <QueryField {...{ design, isFixed }} error={errors['definition']} onChange={set} />
        </>
      )}
    </ChangeDialog>
  )
}

type QueryProps = {
  design: ViewDesign
  isFixed: boolean
  error: string | undefined
  onChange: (more: Partial<ViewDesign>) => void
}

function QueryField({ design, isFixed, error, onChange }: QueryProps) {
  return (
    <Field
      label="Query"
      error={error}
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
          onChange={({ target }) => onChange({ definition: target.value })}
        />
      )}
    </Field>
  )
}
