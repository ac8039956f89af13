import type { RoleDesign, RoleMembership } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'

import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Select } from '../../../../ui/Input.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { rolesQuery } from '../../model/queries.ts'

type Props = FormProps<RoleDesign> & { name: 'member_of' | 'members'; label: string }

const options = [
  { name: 'inherit', label: 'Inherit' },
  { name: 'set', label: 'SET ROLE' },
  { name: 'admin', label: 'Admin' },
] as const

/** Memberships of a role in one direction, each with its options. */
export function MembershipsField({ design, set, errorOf, projectRef, name, label }: Props) {
  const { data = [] } = useQuery(rolesQuery(projectRef))
  const memberships = design[name]
  const error = errorOf(name)
  const change = (next: readonly RoleMembership[]) => set({ [name]: next })
  const free = data.filter(
    (role) => role.name !== design.name && memberships.every((one) => one.role !== role.name),
  )
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="font-medium">{label}</legend>
      {memberships.map((one) => (
        <div key={one.role} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-32 break-all">{one.role}</span>
          {options.map((option) => (
            <Checkbox
              key={option.name}
              label={option.label}
              isChecked={one[option.name]}
              onChange={(isChecked) =>
                change(
                  memberships.map((other) =>
                    other === one ? { ...one, [option.name]: isChecked } : other,
                  ),
                )
              }
            />
          ))}
          <Button
            size="small"
            aria-label={`Remove ${one.role} from ${label}`}
            onClick={() => change(memberships.filter((other) => other !== one))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Select
        aria-label={`Add to ${label}`}
        value=""
        onChange={({ target }) =>
          change([...memberships, { role: target.value, admin: false, inherit: true, set: true }])
        }
      >
        <option value="">Add a role</option>
        {free.map((role) => (
          <option key={role.name}>{role.name}</option>
        ))}
      </Select>
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
