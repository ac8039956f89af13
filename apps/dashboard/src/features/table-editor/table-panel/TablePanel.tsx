import {
  ApiError,
  type databaseTableChanges as routes,
  type OutputOf,
  tableRights,
} from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { schemasQuery } from '../queries.ts'
import { Checkbox } from './Checkbox.tsx'
import { designErrors } from './field-errors.ts'
import { designQuery, typesQuery } from './queries.ts'
import { type PreviewedChange, SqlPreview, usePreview } from './SqlPreview.tsx'
import { changesOf, designOf, newTableOf, type TableDraft } from './table-draft.ts'
import { TableForm, type TableFormProps } from './TableForm.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSaveTable } from './use-save-table.ts'

type Existing = OutputOf<typeof routes.design> & { id: number }

type Props = {
  projectRef: string
  /** Undefined makes a new table. */
  tableId?: number | undefined
  /** The schema of a new table. */
  schema: string
  /** The column whose details are open first. */
  column?: string | undefined
  /** The column that is to go, until somebody thinks better of it. */
  removing?: string | undefined
  onClose: () => void
  onSaved: (id: number) => void
}

/** The panel in which tables are made and changed. What is typed survives its closing. */
export function TablePanel(props: Props) {
  const { projectRef, tableId } = props
  const { data, error, refetch } = useQuery({
    ...designQuery(projectRef, tableId ?? 0),
    enabled: tableId !== undefined,
    // What is typed was made from what was read; it is read again after a conflict only.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (tableId === undefined)
    return <DraftPanel {...props} existing={null} onReload={() => undefined} />
  if (data !== undefined) {
    return (
      <DraftPanel
        key={data.version}
        {...props}
        existing={{ ...data, id: tableId }}
        onReload={() => void refetch()}
      />
    )
  }
  return (
    <Dialog isOpen kind="panel" width="large" title="Edit table" onClose={props.onClose}>
      {error === null ? (
        <SkeletonRows rows={10} className="h-6" />
      ) : (
        <ErrorPanel
          title="The table could not be read"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  )
}

type DraftProps = Props & { existing: Existing | null; onReload: () => void }

function DraftPanel(props: DraftProps) {
  const { existing, onClose } = props
  const { kept, changes, preview, errors, save, store, gently, setGently } = useDesigning(props)
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={existing === null ? 'New table' : `Edit ${existing.design.name}`}
      onClose={onClose}
      footer={
        <Footer
          isNew={existing === null}
          changes={changes}
          isPending={save.isPending}
          onClose={onClose}
          onDiscard={() => {
            kept.forget()
            onClose()
          }}
          onSave={store}
        />
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of a form */}
      <form
        className="flex flex-col gap-6"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          store()
        }}
      >
        <Failure error={save.error} onReload={existing === null ? undefined : props.onReload} />
        {kept.wasKept && (
          <p className="text-xs text-ink-faint">What you typed here before is still there.</p>
        )}
        <Form
          {...props}
          draft={kept.draft}
          errors={errors}
          onChange={(next) => {
            save.reset()
            kept.setDraft(next)
          }}
        />
        {existing !== null && (
          <Checkbox
            label="Check rows after the change, while others write"
            isChecked={gently}
            help="New constraints hold for new rows at once; the others are checked in transactions of their own"
            onChange={setGently}
          />
        )}
        <SqlPreview preview={preview} />
      </form>
    </Dialog>
  )
}

/** The draft, what it would change, and what there is to say about it. */
function useDesigning({ projectRef, existing, schema, removing, onSaved }: DraftProps) {
  const kept = useKeptDraft({ projectRef, existing, schema, removing })
  const { draft } = kept
  const [gently, setGently] = useState(false)
  const changes = existing === null ? null : changesOf(existing.design, draft)
  const change = changeOf(existing, draft, gently)
  const preview = usePreview(projectRef, changes?.length === 0 || isBlank(draft) ? null : change)
  const save = useSaveTable(projectRef, (id) => {
    kept.forget()
    onSaved(id)
  })
  // What the preview finds is said while typing goes on, once every name is there.
  const found = isBlank(draft) ? {} : designErrors(preview.error)
  return {
    kept,
    changes,
    preview,
    errors: { ...found, ...designErrors(save.error) },
    save,
    store: () => save.isPending || save.mutate(change),
    gently,
    setGently,
  }
}

type FailureProps = { error: Error | null; onReload: (() => void) | undefined }

/** An error that is about no field, such as a lock or a change by somebody else. */
function Failure({ error, onReload }: FailureProps) {
  if (error === null || Object.keys(designErrors(error)).length > 0) return null
  const isConflict = error instanceof ApiError && error.kind === 'conflict'
  return (
    <FormAlert
      action={
        isConflict &&
        onReload !== undefined && (
          <Button size="small" onClick={onReload}>
            Load it again
          </Button>
        )
      }
    >
      {error.message}
    </FormAlert>
  )
}

type FormProps = DraftProps & Pick<TableFormProps, 'draft' | 'errors' | 'onChange'>

function Form({ projectRef, existing, column, draft, errors, onChange }: FormProps) {
  const { data: types = [] } = useQuery(typesQuery(projectRef))
  const { data: schemas = [] } = useQuery(schemasQuery(projectRef))
  return (
    <TableForm
      projectRef={projectRef}
      tableId={existing?.id}
      draft={draft}
      schemas={schemas.map(({ name }) => name)}
      types={types}
      errors={errors}
      existingKeys={new Set(existing?.design.foreign_keys.map(({ name }) => name))}
      openedColumn={column}
      onChange={onChange}
    />
  )
}

const isBlank = ({ name, columns }: TableDraft) =>
  name === '' || columns.some((column) => column.name === '')

function changeOf(existing: Existing | null, draft: TableDraft, gently: boolean): PreviewedChange {
  if (existing === null) return { action: 'create', design: newTableOf(draft) }
  const { id, version } = existing
  return { action: 'alter', table_id: id, version, gently, design: designOf(draft) }
}

type FooterProps = {
  isNew: boolean
  changes: readonly string[] | null
  isPending: boolean
  onClose: () => void
  onDiscard: () => void
  onSave: () => void
}

function Footer({ isNew, changes, isPending, onClose, onDiscard, onSave }: FooterProps) {
  const deniedNew = useDenied(tableRights.create, 'create tables')
  const deniedChange = useDenied(tableRights.change, 'change tables')
  const denied = isNew ? deniedNew : deniedChange
  const nothing = changes?.length === 0 ? 'Nothing is changed' : undefined
  return (
    <>
      {changes !== null && changes.length > 0 && (
        <p className="mr-auto min-w-0 truncate text-ink-soft" title={changes.join(', ')}>
          {changes.slice(0, 3).join(', ')}
          {changes.length > 3 && ` and ${changes.length - 3} more`}
        </p>
      )}
      <Button size="large" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="large" onClick={onClose}>
        Close
      </Button>
      <Button
        size="large"
        variant="primary"
        keys="mod+enter"
        isPending={isPending}
        disabledReason={denied ?? nothing}
        onClick={onSave}
      >
        {isNew ? 'Create table' : 'Save changes'}
      </Button>
    </>
  )
}
