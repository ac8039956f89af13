import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { FormField } from '../../ui/Form.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import type { WrapperList } from './queries.ts'
import type { ServerFormState } from './ServerPanel.tsx'

type Props = { form: ServerFormState; projects: WrapperList['projects'] }

const types = [
  { value: 'project', label: 'Project', note: 'Another project of this organization' },
  { value: 'server', label: 'Server', note: 'A PostgreSQL server on the Internet' },
] as const

/** Where the server leads. */
export function TargetFields({ form, projects }: Props) {
  const { type } = form.values
  return (
    <>
      <ChoiceCards
        label="Target"
        columns={2}
        choices={types}
        value={type}
        onChange={(next) => form.set({ type: next })}
      />
      {type === 'project' ? (
        <FormField form={form} name="ref" label="Project">
          {(control) => (
            <Select {...control}>
              <option value="">Choose a project</option>
              {projects.map(({ ref, name }) => (
                <option key={ref} value={ref}>
                  {name} ({ref})
                </option>
              ))}
            </Select>
          )}
        </FormField>
      ) : (
        <HostFields form={form} />
      )}
    </>
  )
}

function HostFields({ form }: { form: ServerFormState }) {
  return (
    <>
      <FormField
        form={form}
        name="host"
        label="Host"
        help="Servers in private networks need the permission of your administrator"
      >
        {(control) => <Input {...control} size="large" placeholder="db.example.com" />}
      </FormField>
      <FormField form={form} name="port" label="Port">
        {(control) => <Input {...control} size="large" inputMode="numeric" />}
      </FormField>
      <FormField form={form} name="tls" label="TLS">
        {(control) => (
          <Select {...control}>
            <option value="verified">Verify the certificate</option>
            <option value="encrypted">Encrypt without verification</option>
          </Select>
        )}
      </FormField>
    </>
  )
}
