import { ssoRoles } from '@basalt/contract/organization/single-sign-on'

import { Select } from '../../ui/Input.tsx'
import type { SsoRole } from './sso-form.ts'

type Props = {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  className?: string
  disabled: boolean
  value: SsoRole
  onChoose: (role: SsoRole) => void
}

/** The roles that joining can give. */
export function RoleSelect({ onChoose, ...rest }: Props) {
  return (
    <Select
      {...rest}
      onChange={({ target }) => {
        const role = ssoRoles.find((one) => one === target.value)
        if (role !== undefined) onChoose(role)
      }}
    >
      {ssoRoles.map((role) => (
        <option key={role}>{role}</option>
      ))}
    </Select>
  )
}
