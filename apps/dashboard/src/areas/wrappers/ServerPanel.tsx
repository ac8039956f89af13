import { wrappers } from '@basalt/contract/wrappers/wrappers'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Link } from '../../lib/Link.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormField, SubmitButton } from '../../ui/Form.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { secretsQuery, useTestConnection, type WrapperList } from './queries.ts'
import { emptyForm, getConnection, pathsInBody, type ServerForm } from './server-form.ts'
import { TargetFields } from './TargetFields.tsx'
import { TestedConnection } from './TestedConnection.tsx'

type Props = {
  projectRef: string
  projects: WrapperList['projects']
  deniedWrite: string | undefined
  onClose: () => void
}

export function ServerPanel(props: Props) {
  const { projectRef, projects, deniedWrite, onClose } = props
  const form = useServerForm(props)
  const test = useTestConnection(projectRef)
  return (
    <Dialog
      isOpen
      kind="panel"
      title="New server"
      description="Tables of another PostgreSQL database become foreign tables of this one."
      onClose={onClose}
    >
      <Form form={form} label="Server" className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} size="large" maxLength={63} placeholder="warehouse" />}
        </FormField>
        <TargetFields form={form} projects={projects} />
        <FormField form={form} name="database" label="Database">
          {(control) => <Input {...control} size="large" maxLength={63} />}
        </FormField>
        <FormField
          form={form}
          name="username"
          label="Role"
          help="Every role of this project that reads a foreign table uses it"
        >
          {(control) => <Input {...control} size="large" maxLength={63} autoComplete="off" />}
        </FormField>
        <SecretField form={form} projectRef={projectRef} />
        <TestedConnection test={test} />
        {form.failure !== undefined && <FormAlert>{form.failure.message}</FormAlert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="large"
            className="mr-auto"
            isPending={test.isPending}
            disabledReason={deniedWrite}
            onClick={() => test.mutate(getConnection(form.values))}
          >
            Test connection
          </Button>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} size="large">
            Create server
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

function useServerForm({ projectRef: ref, projects, deniedWrite, onClose }: Props) {
  const client = useQueryClient()
  const getBody = (values: ServerForm) => ({ name: values.name, ...getConnection(values) })
  return useForm<ServerForm, unknown>({
    route: wrappers.create,
    initial: emptyForm(projects),
    getBody,
    paths: pathsInBody,
    disabledReason: deniedWrite,
    send: (values) => call(wrappers.create, { params: { ref }, body: getBody(values) }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} is created. Import its tables next.`)
      onClose()
      await invalidate(client, wrappers.list)
    },
  })
}

export type ServerFormState = ReturnType<typeof useServerForm>

/** The password is a secret of the vault, by its name. */
function SecretField({ form, projectRef }: { form: ServerFormState; projectRef: string }) {
  const { data } = useQuery(secretsQuery(projectRef))
  const names = (data?.secrets ?? []).flatMap(({ name }) => (name === null ? [] : [name]))
  return (
    <FormField
      form={form}
      name="password_secret"
      label="Password"
      help={
        <>
          A secret of the <Link href={`/project/${projectRef}/settings/vault/secrets`}>vault</Link>
        </>
      }
    >
      {(control) => (
        <Select {...control}>
          <option value="">Choose a secret</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  )
}
