import { isProjectRight, isRightOffered, type Right, rights } from '@basalt/access'
import { type CustomRole, customRoles } from '@basalt/contract/organization/roles'
import { useQueryClient } from '@tanstack/react-query'

import { plural } from '../../lib/format/format.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useInstall } from '../../lib/install.tsx'
import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { refreshOwnRights, refreshTeam } from './queries.ts'
import { RightsChecklist } from './RightsChecklist.tsx'

type Props = { slug: string; role: CustomRole | undefined; onClose: () => void }

/** Every role has it: without it a project cannot be opened. */
const viewId = 'project.project-management.view'

const projectRights: readonly Right[] = rights.filter(isProjectRight)

type Values = { name: string; rights: ReadonlySet<string> }

const getBody = ({ name, rights: chosen }: Values) => ({ name, rights: [...chosen] })

/** Makes a custom role, or changes one for all who have it. */
export function CustomRoleDialog({ slug, role, onClose }: Props) {
  const client = useQueryClient()
  const { capabilities } = useInstall()
  const initial: Values = {
    name: role?.name ?? '',
    rights: new Set([viewId, ...(role?.rights ?? [])]),
  }
  const form = useForm({
    route: customRoles.create,
    initial,
    getBody,
    send: (values) => {
      const body = getBody(values)
      return role === undefined
        ? call(customRoles.create, { params: { slug }, body })
        : call(customRoles.update, { params: { slug, id: role.id }, body })
    },
    onSuccess: async () => {
      await Promise.all([refreshTeam(client), refreshOwnRights(client)])
      onClose()
    },
  })

  return (
    <Dialog
      isOpen
      kind="panel"
      title={role === undefined ? 'New role' : `Edit ${role.name}`}
      description={getDescription(role)}
      onClose={onClose}
    >
      <Form form={form} className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name">
          {(control) => (
            <Input {...control} ref={focusOnMount} size="large" placeholder="Support" />
          )}
        </FormField>
        <RightsChecklist
          slug={slug}
          rights={projectRights.filter(
            (right) => isRightOffered(right, capabilities) || role?.rights.includes(right.id),
          )}
          fixed={viewId}
          stored={role?.rights ?? []}
          chosen={form.values.rights}
          onChange={(chosen) => form.set({ rights: chosen })}
        />
        {form.errors['rights'] !== undefined && <Notice tone="bad">{form.errors['rights']}</Notice>}
        <FormActions
          form={form}
          label={role === undefined ? 'Create role' : 'Save role'}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}

const getDescription = (role: CustomRole | undefined): string =>
  role === undefined || role.members.length === 0
    ? 'Assigned to members in specific projects.'
    : `${plural(role.members.length, 'member has', 'members have')} this role. Changes take effect immediately.`
