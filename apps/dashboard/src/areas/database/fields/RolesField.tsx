import { useQuery } from '@tanstack/react-query'

import { Checkbox } from '../../../ui/Checkbox.tsx'
import type { FormProps } from '../model/object-kind.ts'
import { rolesQuery } from '../model/queries.ts'

type Props = Pick<FormProps<never>, 'set' | 'errorOf' | 'projectRef'> & {
  design: object
  name: string
  label: string
  /** The meaning of an empty list. */
  none: string
}

/** Names of roles; those that the design has and the database does not are listed too. */
export function RolesField({ design, set, errorOf, projectRef, name, label, none }: Props) {
  const { data = [] } = useQuery(rolesQuery(projectRef))
  const value: unknown = Reflect.get(design, name)
  const chosen = Array.isArray(value) ? value.map(String) : []
  const names = [...new Set([...chosen, ...data.map((role) => role.name)])].toSorted()
  const error = errorOf(name)
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="font-medium">{label}</legend>
      <p className="text-xs text-ink-faint">{chosen.length === 0 ? none : chosen.join(', ')}</p>
      <div className="grid max-h-40 gap-1 overflow-y-auto tablet:grid-cols-2">
        {names.map((role) => (
          <Checkbox
            key={role}
            label={role}
            isChecked={chosen.includes(role)}
            onChange={(isChecked) =>
              set({
                [name]: names.filter((one) => (one === role ? isChecked : chosen.includes(one))),
              })
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
