import { useQuery } from '@tanstack/react-query'

import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { rolesQuery } from './model/queries.ts'

type Props = {
  projectRef: string
  /** The role that is dropped. */
  name: string
  /** Undefined for the role of the connection; null drops the objects. */
  newOwner: string | null | undefined
  onChange: (newOwner: string | null | undefined) => void
}

/** Who gets the objects of a dropped role. */
export function NewOwnerField({ projectRef, name, newOwner, onChange }: Props) {
  const { data = [] } = useQuery(rolesQuery(projectRef))
  const others = data.filter((role) => role.name !== name)
  return (
    <Field
      label="Objects that it owns"
      help="In this database only. A role can get them if you are a member of it."
    >
      {(control) => (
        <Select
          {...control}
          size="large"
          value={newOwner === undefined ? 'own' : newOwner === null ? 'drop' : `role ${newOwner}`}
          onChange={({ target }) => onChange(readNewOwner(target.value))}
        >
          <option value="own">Give them to the role of this connection</option>
          {others.map((role) => (
            <option key={role.name} value={`role ${role.name}`}>
              Give them to {role.name}
            </option>
          ))}
          <option value="drop">Drop them</option>
        </Select>
      )}
    </Field>
  )
}

function readNewOwner(choice: string): string | null | undefined {
  if (choice === 'own') return undefined
  return choice === 'drop' ? null : choice.slice('role '.length)
}
