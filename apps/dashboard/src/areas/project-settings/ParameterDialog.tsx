import { databaseParameters, type DatabaseParameter } from '@basalt/contract/database/parameters'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { describeBounds, describeDefault } from './parameter-text.ts'
import { rolesQuery } from './queries.ts'

type Props = { projectRef: string; parameter: DatabaseParameter; onClose: () => void }
type Values = { role: string; value: string }

const getValue = ({ values }: DatabaseParameter, role: string): string =>
  values.find((one) => (one.role ?? '') === role)?.value ?? ''

function useParameterForm({ projectRef, parameter, onClose }: Props) {
  const client = useQueryClient()
  const getBody = ({ role, value }: Values) => ({
    name: parameter.name,
    role: role || null,
    value: value.trim() || null,
  })
  const form = useForm({
    route: databaseParameters.change,
    initial: { role: '', value: getValue(parameter, '') },
    getBody,
    disabledReason: ({ role, value }) =>
      value.trim() === getValue(parameter, role) ? 'No changes to save' : undefined,
    send: (values: Values) =>
      call(databaseParameters.change, { params: { ref: projectRef }, body: getBody(values) }),
    onSuccess: async () => {
      await invalidate(client, databaseParameters.list)
      notify.success(`${parameter.name} was changed for new sessions`)
      onClose()
    },
  })
  return { form, body: form.obstacle === undefined ? getBody(form.values) : null }
}

/** Sets a parameter for all roles or for one; an empty value resets it. */
export function ParameterDialog(props: Props) {
  const { projectRef, parameter, onClose } = props
  const { data: roles = [] } = useQuery(rolesQuery(projectRef))
  const { form, body } = useParameterForm(props)
  return (
    <Dialog
      isOpen
      title={`Change ${parameter.name}`}
      description={parameter.description}
      width="medium"
      onClose={onClose}
    >
      <Form form={form} className="flex flex-col gap-4">
        <FormField form={form} name="role" label="For">
          {(control) => (
            <Select
              {...control}
              size="large"
              onChange={({ target }) =>
                form.set({ role: target.value, value: getValue(parameter, target.value) })
              }
            >
              <option value="">All roles of this database</option>
              {roles.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField
          form={form}
          name="value"
          label="Value"
          help={`Default ${describeDefault(parameter)}. ${describeBounds(parameter)}`}
          hint="Empty to reset"
        >
          {(control) => <Input {...control} size="large" autoComplete="off" spellCheck={false} />}
        </FormField>
        <Statement projectRef={projectRef} body={body} />
        <FormActions form={form} label="Save changes" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

type Body = { name: string; role: string | null; value: string | null }

/** The SQL of the change. */
function Statement({ projectRef, body }: { projectRef: string; body: Body | null }) {
  const { data } = useQuery({
    ...query(databaseParameters.preview, {
      params: { ref: projectRef },
      body: body ?? { name: '', role: null, value: null },
    }),
    enabled: body !== null,
  })
  return body !== null && data !== undefined ? <SqlText sql={`${data.statement};`} /> : null
}
