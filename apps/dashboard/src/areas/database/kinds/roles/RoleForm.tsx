import type { RoleDesign } from '@basalt/pg-model'

import { Field } from '../../../../ui/Field.tsx'
import { PasswordInput } from '../../../../ui/PasswordInput.tsx'
import { CheckField, OptionalTextField, TextField } from '../../fields/design-fields.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { MembershipsField } from './MembershipsField.tsx'
import { RoleSettingFields } from './RoleSettingFields.tsx'

export function RoleForm(props: FormProps<RoleDesign>) {
  return (
    <>
      <div className="grid gap-2 tablet:grid-cols-2">
        <CheckField {...props} name="can_login" label="Can log in" />
        <CheckField {...props} name="creates_databases" label="Creates databases" />
        <CheckField {...props} name="creates_roles" label="Creates roles" />
        <CheckField
          {...props}
          name="inherits"
          label="Inherits privileges"
          help="The default for new memberships"
        />
        <CheckField {...props} name="replicates" label="Replication" />
        <CheckField {...props} name="bypasses_rls" label="Bypasses row-level security" />
      </div>
      <div className="grid gap-4 tablet:grid-cols-2">
        <TextField
          {...props}
          name="connection_limit"
          label="Connection limit"
          placeholder="No limit"
        />
        <OptionalTextField
          {...props}
          name="valid_until"
          label="Password valid until"
          placeholder="2030-01-01 00:00:00+00"
        />
      </div>
      <PasswordField {...props} />
      <RoleSettingFields {...props} />
      <MembershipsField {...props} name="member_of" label="Member of" />
      <MembershipsField {...props} name="members" label="Members" />
    </>
  )
}

/** Only written: PostgreSQL cannot read a password back. */
function PasswordField({ design, set, errorOf, isNew }: FormProps<RoleDesign>) {
  return (
    <Field
      label={isNew ? 'Password' : 'New password'}
      hint="Optional"
      help="Sent to PostgreSQL as a SCRAM-SHA-256 verifier. The password appears in no statement and no log."
      error={errorOf('password')}
    >
      {(control) => (
        <PasswordInput
          {...control}
          name="password"
          autoComplete="new-password"
          placeholder={isNew ? 'No password' : 'Unchanged'}
          value={design.password ?? ''}
          onChange={({ target }) => set({ password: target.value || null })}
        />
      )}
    </Field>
  )
}
