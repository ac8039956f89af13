import { isProjectRight, isRightOffered, type Right, rights } from '@basalt/access'
import { type CustomRole, customRoles } from '@basalt/contract/organization/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { plural } from '../../lib/format/format.ts'
import { checkFields, type FieldErrors, listFieldErrors } from '../../lib/forms/form.ts'
import { useInstall } from '../../lib/install.tsx'
import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FormActions } from './FormActions.tsx'
import { refreshOwnRights, refreshTeam } from './queries.ts'
import { RightsChecklist } from './RightsChecklist.tsx'

type Props = { slug: string; role: CustomRole | undefined; onClose: () => void }

/** Every role has it: without it a project cannot be opened. */
const viewId = 'project.project-management.view'

const projectRights: readonly Right[] = rights.filter(isProjectRight)

/** Creates a custom role, or changes one for all its members. */
export function CustomRoleDialog({ slug, role, onClose }: Props) {
  const client = useQueryClient()
  const { capabilities } = useInstall()
  const [name, setName] = useState(role?.name ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set([viewId, ...(role?.rights ?? [])]),
  )
  const [errors, setErrors] = useState<FieldErrors>({})
  const body = { name, rights: [...chosen] }
  const save = useMutation({
    mutationFn: () =>
      role === undefined
        ? call(customRoles.create, { params: { slug }, body })
        : call(customRoles.update, { params: { slug, id: role.id }, body }),
    onSuccess: async () => {
      await Promise.all([refreshTeam(client), refreshOwnRights(client)])
      onClose()
    },
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(customRoles.create, body)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate()
  }

  return (
    <Dialog
      isOpen
      kind="panel"
      title={role === undefined ? 'New role' : `Edit ${role.name}`}
      description={getDescription(role)}
      onClose={onClose}
    >
      <form className="flex flex-col gap-5" noValidate onSubmit={submit}>
        <NameField name={name} error={errors['name']} onChange={setName} />
        <RightsChecklist
          slug={slug}
          rights={projectRights.filter(
            (right) => isRightOffered(right, capabilities) || role?.rights.includes(right.id),
          )}
          fixed={viewId}
          stored={role?.rights ?? []}
          chosen={chosen}
          onChange={setChosen}
        />
        {errors['rights'] !== undefined && <Notice tone="bad">{errors['rights']}</Notice>}
        <FormActions
          label={role === undefined ? 'Create role' : 'Save role'}
          isPending={save.isPending}
          error={save.error}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

type NameProps = { name: string; error: string | undefined; onChange: (name: string) => void }

const NameField = ({ name, error, onChange }: NameProps) => (
  <Field label="Name" error={error}>
    {(control) => (
      <Input
        {...control}
        ref={focusOnMount}
        size="large"
        placeholder="Support"
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

const getDescription = (role: CustomRole | undefined): string =>
  role === undefined || role.members.length === 0
    ? 'Assigned to members in specific projects.'
    : `${plural(role.members.length, 'member has', 'members have')} this role. Changes take effect immediately.`
