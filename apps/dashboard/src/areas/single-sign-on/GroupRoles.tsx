import { Plus, Trash2 } from 'lucide-react'

import { Button, IconButton } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import type { FormPart } from './form-part.ts'
import { RoleSelect } from './RoleSelect.tsx'
import type { GroupRole } from './sso-form.ts'

const most = 50

/** Roles by group, in order: the first group that the user is in decides. */
export function GroupRoles({ part }: { part: FormPart }) {
  const { form, errors, isReadOnly, change } = part
  const rows = form.group_roles
  const reason = isReadOnly ? 'You cannot change single sign-on here' : undefined
  const full = rows.length >= most ? `At most ${most} groups can be mapped` : undefined
  const error = Object.entries(errors).find(([name]) => name.startsWith('group_roles'))?.[1]
  const add = () => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1
    change({ group_roles: [...rows, { id, group: '', role: 'Developer' }] })
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-medium">Roles by group</legend>
      <p className="text-xs text-ink-faint">
        A user gets the role of the first matching group; without one it is {form.default_role}.
      </p>
      {rows.map((row, index) => (
        <GroupRow
          key={row.id}
          row={row}
          name={`group ${index + 1}`}
          disabledReason={reason}
          onChange={(changed) =>
            change({ group_roles: rows.map((one) => (one.id === row.id ? changed : one)) })
          }
          onRemove={() => change({ group_roles: rows.filter(({ id }) => id !== row.id) })}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      <Button className="self-start" icon={Plus} disabledReason={reason ?? full} onClick={add}>
        Add group
      </Button>
    </fieldset>
  )
}

type RowProps = {
  row: GroupRole
  name: string
  disabledReason: string | undefined
  onChange: (row: GroupRole) => void
  onRemove: () => void
}

function GroupRow({ row, name, disabledReason, onChange, onRemove }: RowProps) {
  const isReadOnly = disabledReason !== undefined
  return (
    <div className="flex items-center gap-2">
      <Input
        aria-label={`Name of ${name}`}
        placeholder="engineering"
        readOnly={isReadOnly}
        value={row.group}
        onChange={(event) => onChange({ ...row, group: event.target.value })}
      />
      <RoleSelect
        aria-label={`Role of ${name}`}
        className="w-36 flex-none tablet:w-44"
        disabled={isReadOnly}
        value={row.role}
        onChoose={(role) => onChange({ ...row, role })}
      />
      <IconButton
        icon={Trash2}
        label={`Remove ${name}`}
        disabledReason={disabledReason}
        onClick={onRemove}
      />
    </div>
  )
}
