import { projects } from '@basalt/contract/project/projects'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { call } from '../../lib/network/api.ts'
import { generatePassword } from '../../product/database-password.ts'
import { DatabasePasswordField } from '../../product/DatabasePasswordField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { projectRef: string; onClose: () => void }

/** Another password for the `postgres` role. It is shown here and nowhere afterwards. */
export function PasswordDialog({ projectRef, onClose }: Props) {
  const [password, setPassword] = useState(generatePassword)
  const [endsSessions, setEndsSessions] = useState(false)
  const { strength } = useStrength(password)
  const reset = useMutation({
    mutationFn: () =>
      call(projects.resetPassword, {
        params: { ref: projectRef },
        body: { db_pass: password, end_sessions: endsSessions },
      }),
    onSuccess: () => {
      onClose()
      notify.success('Database password reset')
    },
  })
  const failure = getFormError(reset.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate()
  }
  return (
    <Dialog
      isOpen
      kind="panel"
      title="Reset database password"
      description="Changes the password of the role postgres. Applications with the old password can no longer connect. The dashboard keeps working."
      onClose={onClose}
    >
      <form className="flex flex-col gap-5" onSubmit={submit}>
        <DatabasePasswordField
          password={password}
          strength={strength}
          error={listFieldErrors(reset.error)['db_pass']}
          onChange={setPassword}
        />
        <EndSessions isChosen={endsSessions} onChange={setEndsSessions} />
        {failure !== undefined && <Notice tone="bad">{failure.message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="large"
            variant="primary"
            isPending={reset.isPending}
            disabledReason={strength?.isEnough === false ? strength.warning : undefined}
          >
            Reset password
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type EndSessionsProps = { isChosen: boolean; onChange: (isChosen: boolean) => void }

const EndSessions = ({ isChosen, onChange }: EndSessionsProps) => (
  <label className="flex items-start gap-2.5">
    <input
      type="checkbox"
      className="mt-0.5"
      checked={isChosen}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>
      End open connections
      <span className="block text-ink-soft">Closes connections that use the old password.</span>
    </span>
  </label>
)
