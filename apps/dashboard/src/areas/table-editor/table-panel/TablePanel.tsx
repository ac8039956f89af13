import type { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import { tableRights } from '@basalt/contract/database/table-rights'
import { ApiError } from '@basalt/contract/errors'
import type { OutputOf } from '@basalt/contract/route'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { storage } from '../../../lib/storage/storage.ts'
import { typesQuery } from '../../../product/names/type-items.ts'
import { SqlPreview } from '../../../product/sql-preview/SqlPreview.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { designErrors } from './field-errors.ts'
import { IsForeign } from './is-foreign.ts'
import { designQuery } from './queries.ts'
import {
  canCheckLater,
  type ChangeDraft,
  listChanges,
  getDesign,
  isBlank,
  lostColumns,
  getNewTable,
  type TableDraft,
} from './table-draft.ts'
import { TableForm, type TableFormProps } from './TableForm.tsx'
import { useOpenSchemas } from './use-open-schemas.ts'
import { useSaveTable } from './use-save-table.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import { type PreviewedChange, useTablePreview } from './use-table-preview.ts'

type Existing = OutputOf<typeof routes.design> & { id: number }

type Props = {
  projectRef: string
  /** Undefined creates a new table. */
  tableId?: number | undefined
  /** The schema of a new table. */
  schema: string
  /** The column whose details are open first. */
  column?: string | undefined
  /** The column to be removed, until that is reverted. */
  removing?: string | undefined
  /** Starts with an additional column. */
  isAdding?: boolean | undefined
  onClose: () => void
  onSaved: (id: number) => void
}

/** The panel for creating and changing tables. Unsaved edits survive its closing. */
export function TablePanel(props: Props) {
  const { projectRef, tableId } = props
  const { data, error, refetch } = useQuery({
    ...designQuery(projectRef, tableId ?? 0),
    enabled: tableId !== undefined,
    // Edits are based on the loaded state; it is only refetched after a conflict.
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
          title="The table could not be loaded"
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
  const designing = useDesigning(props)
  const { kept, changes, save } = designing
  const isChanged = changes === null ? kept.isTyped : changes.length > 0
  const discard = () => {
    kept.forget()
    onClose()
  }
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
          lost={existing === null ? [] : lostColumns(existing.design, kept.draft)}
          isPending={save.isPending}
          blocked={designing.blocked}
          onClose={onClose}
          onDiscard={isChanged ? discard : undefined}
          onSave={designing.store}
        />
      }
    >
      <IsForeign value={isForeign(existing)}>
        <Designing {...props} {...designing} isChanged={isChanged} />
      </IsForeign>
    </Dialog>
  )
}

const isForeign = (existing: Existing | null): boolean => existing?.kind === 'foreign_table'

type DesigningProps = DraftProps & ReturnType<typeof useDesigning> & { isChanged: boolean }

function Designing(props: DesigningProps) {
  const { existing, kept, change, preview, errors, save, store, online, setOnline } = props
  const form = useRef<HTMLFormElement>(null)
  useFirstFault(form, save.error)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of a form
    <form
      ref={form}
      className="flex flex-col gap-6"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        store()
      }}
    >
      <Failure
        error={save.error}
        onReload={existing === null ? undefined : props.onReload}
        onRetry={store}
      />
      {kept.wasStored && props.isChanged && (
        <p className="text-xs text-ink-faint">Your unsaved changes were restored.</p>
      )}
      <Form
        {...props}
        draft={kept.draft}
        freshColumn={kept.fresh}
        errors={errors}
        onChange={change}
      />
      {existing !== null && !isForeign(existing) && canCheckLater(existing.design, kept.draft) && (
        <Checkbox
          label="Validate existing rows without blocking writes"
          isChecked={online}
          help="Constraints apply to new rows immediately; existing rows are validated in separate transactions"
          onChange={setOnline}
        />
      )}
      <SqlPreview preview={preview} />
    </form>
  )
}

/** Columns whose values will be lost, always visible next to the save button. */
function LostColumns({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="w-full">
      <Notice
        tone="warn"
        title={`${names.join(', ')} and every value in ${names.length === 1 ? 'it' : 'them'} are deleted`}
      >
        This cannot be undone.
      </Notice>
    </div>
  )
}

/** The draft, its changes, and its errors. */
function useDesigning({ projectRef, existing, onSaved, ...started }: DraftProps) {
  const kept = useStoredDraft({ projectRef, existing, ...started })
  const { draft } = kept
  const [online, setOnline] = useState(false)
  const changes = existing === null ? null : listChanges(existing.design, draft)
  const requested = getChange(existing, draft, online)
  const preview = useTablePreview(
    projectRef,
    changes?.length === 0 || isBlank(draft) ? null : requested,
  )
  const save = useSaveTable(projectRef, (id) => {
    kept.forget()
    // The list shows where the table is now.
    if (draft.schema !== existing?.design.schema) storage.lastSchema(projectRef).set(draft.schema)
    onSaved(id)
  })
  const { reset } = save
  const { changeDraft } = kept
  const change: ChangeDraft = useCallback(
    (edit) => {
      // The refusal was about another draft.
      reset()
      changeDraft(edit)
    },
    [reset, changeDraft],
  )
  const deniedNew = useDenied(tableRights.create, 'create tables')
  const deniedChange = useDenied(tableRights.change, 'change tables')
  const denied = existing === null ? deniedNew : deniedChange
  const blocked = denied ?? (changes?.length === 0 ? 'No changes to save' : undefined)
  // Errors of the preview are shown during typing, once every name is set.
  const found = isBlank(draft) ? {} : designErrors(preview.error)
  return {
    kept,
    change,
    changes,
    preview,
    errors: { ...found, ...designErrors(save.error) },
    save,
    /** Why it cannot be stored as it is. */
    blocked,
    store: () => blocked === undefined && !save.isPending && save.mutate(requested),
    online,
    setOnline,
  }
}

/** Scrolls to the refused field, because the panel may be long. */
function useFirstFault(form: RefObject<HTMLFormElement | null>, error: Error | null) {
  useEffect(() => {
    if (error === null) return
    const position = form.current?.querySelector('[aria-invalid="true"], [role="alert"]')
    position?.scrollIntoView({ block: 'center' })
    if (position instanceof HTMLInputElement) position.focus({ preventScroll: true })
  }, [form, error])
}

type FailureProps = {
  error: Error | null
  onReload: (() => void) | undefined
  onRetry: () => void
}

/** An error without a field, such as a lock or a conflict. */
function Failure({ error, onReload, onRetry }: FailureProps) {
  if (error === null || Object.keys(designErrors(error)).length > 0) return null
  const isConflict = error instanceof ApiError && error.kind === 'conflict'
  // A lock is temporary; changes of another user have to be loaded first.
  const isLocked = isConflict && error.retryAfter !== undefined
  const reload = isLocked ? { label: 'Try again', go: onRetry } : { label: 'Reload', go: onReload }
  return (
    <FormAlert
      action={
        isConflict &&
        reload.go !== undefined && (
          <Button size="small" onClick={reload.go}>
            {reload.label}
          </Button>
        )
      }
    >
      {error.message}
    </FormAlert>
  )
}

type FormProps = DraftProps & Pick<TableFormProps, 'draft' | 'errors' | 'freshColumn' | 'onChange'>

function Form({ projectRef, existing, column, draft, errors, ...rest }: FormProps) {
  const { data: types = [] } = useQuery(typesQuery(projectRef))
  const schemas = useOpenSchemas(projectRef, draft.schema)
  return (
    <TableForm
      projectRef={projectRef}
      tableId={existing?.id}
      draft={draft}
      schemas={schemas}
      types={types}
      errors={errors}
      existingKeys={new Set(existing?.design.foreign_keys.map(({ name }) => name))}
      openedColumn={column}
      freshColumn={rest.freshColumn}
      onChange={rest.onChange}
    />
  )
}

function getChange(existing: Existing | null, draft: TableDraft, online: boolean): PreviewedChange {
  if (existing === null) return { action: 'create', design: getNewTable(draft) }
  const { id, version } = existing
  return { action: 'alter', table_id: id, version, online, design: getDesign(draft) }
}

type FooterProps = {
  isNew: boolean
  changes: readonly string[] | null
  /** Columns that are to go. */
  lost: readonly string[]
  isPending: boolean
  blocked: string | undefined
  onClose: () => void
  /** Undefined as long as there is nothing to discard. */
  onDiscard: (() => void) | undefined
  onSave: () => void
}

function Footer(props: FooterProps) {
  const { isNew, changes, isPending, blocked, onClose, onDiscard, onSave } = props
  return (
    <>
      <LostColumns names={props.lost} />
      {changes !== null && changes.length > 0 && (
        <p className="mr-auto min-w-0 truncate text-ink-soft" title={changes.join(', ')}>
          {changes.slice(0, 3).join(', ')}
          {changes.length > 3 && ` and ${changes.length - 3} more`}
        </p>
      )}
      {onDiscard !== undefined && (
        <Button size="large" variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button size="large" onClick={onClose}>
        Close
      </Button>
      <Button
        size="large"
        variant="primary"
        keys="mod+enter"
        isPending={isPending}
        disabledReason={blocked}
        onClick={onSave}
      >
        {isNew ? 'Create table' : 'Save changes'}
      </Button>
    </>
  )
}
