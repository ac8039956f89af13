import { projects } from '@basalt/contract/project/projects'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { generatePassword } from '../database-password.ts'
import { DatabasePasswordField } from '../DatabasePasswordField.tsx'

type Props = { projectRef: string; onClose: () => void }

/** Another password for the `postgres` role. It is shown here and nowhere afterwards. */
export function PasswordDialog({ projectRef, onClose }: Props) {
  const [first] = useState(generatePassword)
  const [typed, setTyped] = useState(first)
  const { strength } = useStrength(typed)
  const form = useForm({
    initial: { db_pass: first, end_sessions: false },
    disabledReason: strength?.isEnough === false ? strength.warning : undefined,
    send: (body) => call(projects.resetPassword, { params: { ref: projectRef }, body }),
    onSuccess: () => {
      onClose()
      notify.success('Database password reset')
    },
  })
  return (
    <Dialog
      isOpen
      kind="panel"
      title="Reset database password"
      description="Changes the password of the role postgres. Applications with the old password can no longer connect. The dashboard keeps working."
      onClose={onClose}
    >
      <Form form={form} className="flex flex-col gap-5">
        <DatabasePasswordField
          password={form.values.db_pass}
          strength={strength}
          error={form.errors['db_pass']}
          onChange={(password) => {
            setTyped(password)
            form.set({ db_pass: password })
          }}
        />
        <EndSessions
          isChosen={form.values.end_sessions}
          onChange={(isChosen) => form.set({ end_sessions: isChosen })}
        />
        <FormActions form={form} label="Reset password" onClose={onClose} />
      </Form>
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
