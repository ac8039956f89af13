import type { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import type { TableSummary } from '@basalt/contract/database/tables'
import type { OutputOf } from '@basalt/contract/route'
import type { ViewDesign } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { storage } from '../../../lib/storage/storage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Textarea } from '../../../ui/Input.tsx'
import { viewDesignQuery } from '../table-panel/queries.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { PositionFields } from './PositionFields.tsx'

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
  const {
    design,
    wasStored,
    set,
    forget: discard,
  } = useStoredDesign(projectRef, table.id, found.design)
  const isSame = JSON.stringify(design) === JSON.stringify(found.design)
  const isFixed = found.kind === 'materialized_view'
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Edit ${table.name}`}
      label="Save changes"
      change={{ action: 'view', table_id: table.id, version: found.version, design }}
      disabledReason={isSame ? 'No changes to save' : undefined}
      done="View updated"
      onClose={onClose}
      onDone={discard}
    >
      {(errors) => (
        <>
          {wasStored && !isSame && (
            <p className="flex items-center gap-2 text-xs text-ink-faint">
              Your unsaved changes were restored.
              <Button size="small" variant="ghost" onClick={() => set(found.design)}>
                Discard
              </Button>
            </p>
          )}
          <PositionFields
            projectRef={projectRef}
            position={design}
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

/** Unsaved edits survive closing the dialog, until they are saved or discarded. */
function useStoredDesign(ref: string, id: number, found: ViewDesign) {
  const setting = storage.tableDraft(ref, `view-${id}`)
  const [kept] = useState(() => readStored(setting.get()))
  const [design, setDesign] = useState<ViewDesign>(kept ?? found)
  const set = (more: Partial<ViewDesign>) => {
    const next = { ...design, ...more }
    setDesign(next)
    if (JSON.stringify(next) === JSON.stringify(found)) setting.remove()
    else setting.set(JSON.stringify(next))
  }
  return { design, wasStored: kept !== undefined, set, forget: setting.remove }
}

/** A stored design, or undefined when it is of another shape. */
function readStored(text: string | undefined): ViewDesign | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<ViewDesign> | null
    const texts = [kept?.schema, kept?.name, kept?.definition]
    return texts.every((one) => typeof one === 'string') ? (kept as ViewDesign) : undefined
  } catch {
    return undefined
  }
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
          ? 'The query of a materialized view cannot be changed'
          : 'Existing columns and their types must stay; add new columns at the end'
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
