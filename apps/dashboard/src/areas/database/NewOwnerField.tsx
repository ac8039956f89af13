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
      label="Owned objects"
      help="In this database only. You can transfer them to a role that you are a member of."
    >
      {(control) => (
        <Select
          {...control}
          size="large"
          value={newOwner === undefined ? 'own' : newOwner === null ? 'drop' : `role ${newOwner}`}
          onChange={({ target }) => onChange(readNewOwner(target.value))}
        >
          <option value="own">Transfer them to the connected role</option>
          {others.map((role) => (
            <option key={role.name} value={`role ${role.name}`}>
              Transfer them to {role.name}
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
