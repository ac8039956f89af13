import { Field } from '../../ui/Field.tsx'
import { Checkbox } from './Checkbox.tsx'
import type { FormPart } from './form-part.ts'
import { GroupRoles } from './GroupRoles.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import { TextField } from './TextField.tsx'

/** Claims that are read from the provider's answer, and the role of new members. */
export function JoiningFields({ part }: { part: FormPart }) {
  const { form, errors, isReadOnly, change } = part
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-3">
        <TextField label="Email claim" name="email_claim" part={part} />
        <TextField label="Name claim" name="name_claim" part={part} />
        <TextField
          label="Groups claim"
          name="groups_claim"
          part={part}
          hint="Optional"
          placeholder="groups"
        />
      </div>
      <Field
        label="Role on first join"
        error={errors['default_role']}
        help="Change roles on the Team page afterwards. This setting never makes a user an owner."
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <RoleSelect
            id={id}
            aria-describedby={describedBy}
            className="tablet:w-64"
            disabled={isReadOnly}
            value={form.default_role}
            onChoose={(role) => change({ default_role: role })}
          />
        )}
      </Field>
      {form.groups_claim.trim() !== '' && <GroupRoles part={part} />}
      <Switches {...part} />
    </>
  )
}

function Switches({ form, errors, isReadOnly, change }: FormPart) {
  return (
    <>
      <Checkbox
        label="Allow sign-in through this provider"
        isChecked={form.is_enabled}
        isDisabled={isReadOnly}
        onChange={(isEnabled) => change({ is_enabled: isEnabled })}
      />
      <Checkbox
        label="Require this provider for addresses of these domains"
        note={
          errors['is_required'] ??
          'Passwords, passkeys and GitHub sign-in are then blocked. Owners can still use theirs if the provider fails.'
        }
        isChecked={form.is_enabled && form.is_required}
        isDisabled={isReadOnly || !form.is_enabled}
        onChange={(isRequired) => change({ is_required: isRequired })}
      />
    </>
  )
}
