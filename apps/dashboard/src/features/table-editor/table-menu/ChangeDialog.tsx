import { databaseTableChanges as routes, type SentTo } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { notify } from '../../../ui/toast.ts'
import { designErrors } from '../table-panel/field-errors.ts'
import { SqlPreview, usePreview } from '../table-panel/SqlPreview.tsx'
import { forgetTables } from '../table-panel/use-save-table.ts'

type Change = SentTo<typeof routes.change>['body']

type Props = {
  projectRef: string
  title: string
  /** The verb on the button. */
  label: string
  change: Change
  isDanger?: boolean
  /** Why it cannot be done as it is. */
  disabledReason?: string | undefined
  /** Said when it is done. */
  done: string
  onClose: () => void
  onDone?: ((id: number | null) => void) | undefined
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** A short choice about a table: what it does, its SQL at a press, and the button. */
export function ChangeDialog(props: Props) {
  const { projectRef, title, label, change, disabledReason, onClose } = props
  const denied = useDenied(routes.change, 'change tables')
  const client = useQueryClient()
  const preview = usePreview(projectRef, disabledReason === undefined ? change : null)
  const act = useMutation({
    mutationFn: () => call(routes.change, { params: { ref: projectRef }, body: change }),
    onSuccess: async ({ id }) => {
      notify.success(props.done)
      onClose()
      props.onDone?.(id)
      await forgetTables(client)
    },
  })
  const errors = designErrors(act.error)
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
            size="large"
            variant={props.isDanger === true ? 'danger' : 'primary'}
            isPending={act.isPending}
            disabledReason={denied ?? disabledReason}
            onClick={() => act.mutate()}
          >
            {label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {act.error !== null && Object.keys(errors).length === 0 && (
          <FormAlert>{act.error.message}</FormAlert>
        )}
        {props.children(errors)}
        <SqlPreview preview={preview} />
      </div>
    </Dialog>
  )
}
