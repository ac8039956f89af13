import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import type { SentTo } from '@basalt/contract/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { call } from '../../../lib/network/api.ts'
import { invalidateTables } from '../../../product/invalidate-tables.ts'
import { SqlPreview } from '../../../product/sql-preview/SqlPreview.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Input } from '../../../ui/Input.tsx'
import { designErrors } from '../table-panel/field-errors.ts'
import { useTablePreview } from '../table-panel/use-table-preview.ts'
import { useUndoButton } from '../trash/use-restore.ts'

type Change = SentTo<typeof routes.change>['body']

type Props = {
  projectRef: string
  title: string
  /** The verb on the button. */
  label: string
  change: Change
  /**
   * The SQL preview when it differs from `change`: the statement after the user has agreed to
   * dependents, null while those are unknown.
   */
  previewed?: Change | null
  isDanger?: boolean
  /** The text to type, when the loss is permanent. */
  typed?: string | undefined
  /** Why it cannot be done as it is. */
  disabledReason?: string | undefined
  /** The message after it is done. */
  done: string
  onClose: () => void
  onDone?: ((id: number | null) => void) | undefined
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** A short confirmation of a table action: its effect, its SQL on demand, and the button. */
export function ChangeDialog(props: Props) {
  const { projectRef, title, label, typed, disabledReason, onClose } = props
  const denied = useDenied(routes.change, 'change tables')
  const formId = useId()
  const [answer, setAnswer] = useState('')
  const previewed = props.previewed === undefined ? props.change : props.previewed
  const preview = useTablePreview(projectRef, previewed)
  const action = useChange(props)
  const errors = designErrors(action.error)
  const isSure = typed === undefined || answer === typed
  const blocked = denied ?? disabledReason ?? (isSure ? undefined : `Type ${typed} first`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (blocked === undefined && !action.isPending) action.mutate()
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            size="large"
            variant={props.isDanger === true ? 'danger' : 'primary'}
            isPending={action.isPending}
            disabledReason={blocked}
          >
            {label}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={submit}>
        {action.error !== null && Object.keys(errors).length === 0 && (
          <FormAlert>{action.error.message}</FormAlert>
        )}
        {props.children(errors)}
        {typed !== undefined && disabledReason === undefined && (
          <TypedField typed={typed} answer={answer} onChange={setAnswer} />
        )}
        <SqlPreview preview={previewed === null ? { ...preview, isPending: true } : preview} />
      </form>
    </Dialog>
  )
}

function useChange({ projectRef, change, done, onClose, onDone }: Props) {
  const client = useQueryClient()
  const undoButton = useUndoButton(projectRef)
  return useMutation({
    mutationFn: () => call(routes.change, { params: { ref: projectRef }, body: change }),
    onSuccess: async ({ id, trash_id: trashId }) => {
      notify.success(done, trashId === null ? undefined : undoButton(trashId))
      onClose()
      onDone?.(id)
      await invalidateTables(client)
    },
  })
}

type TypedProps = { typed: string; answer: string; onChange: (answer: string) => void }

function TypedField({ typed, answer, onChange }: TypedProps) {
  return (
    <Field label={`Type ${typed} to confirm`}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          value={answer}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
