import { Checkbox } from '../../ui/Checkbox.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { type DrainType, drainTypes, hasHeaders, secretsOfType } from './drain-types.ts'
import type { DrainFormState } from './DrainPanel.tsx'
import { HeaderFields } from './HeaderFields.tsx'
import { SecretField } from './SecretField.tsx'

const urls: Readonly<Partial<Record<DrainType, { placeholder: string; help: string }>>> = {
  http: {
    placeholder: 'https://logs.example.com/in',
    help: 'Gets POST requests with a JSON array',
  },
  otlp: { placeholder: 'https://otel.example.com', help: 'Without a path, /v1/logs is added' },
  loki: { placeholder: 'https://loki.example.com', help: '/loki/api/v1/push is added' },
  datadog: {
    placeholder: 'https://http-intake.logs.datadoghq.com/api/v2/logs',
    help: 'The intake of your site',
  },
  s3: {
    placeholder: 'https://s3.eu-central-1.amazonaws.com',
    help: 'The endpoint, without a bucket',
  },
}

/** Where rows are sent: the type, and the fields of that type. */
export function DestinationFields({ form }: { form: DrainFormState }) {
  const { type, secrets } = form.values
  const url = urls[type]
  return (
    <>
      <ChoiceCards
        label="Type"
        choices={drainTypes}
        value={type}
        onChange={(next) => form.set({ type: next })}
      />
      {url !== undefined && (
        <FormField form={form} name="url" label="URL" help={url.help}>
          {(control) => <Input {...control} type="url" placeholder={url.placeholder} />}
        </FormField>
      )}
      {type === 'loki' && (
        <FormField form={form} name="username" label="User name" hint="Optional">
          {(control) => <Input {...control} autoComplete="off" />}
        </FormField>
      )}
      {type === 's3' && <BucketFields form={form} />}
      {type === 'syslog' && <SyslogFields form={form} />}
      {secretsOfType[type].map((secret) => (
        <SecretField
          key={secret.name}
          label={secret.label}
          isRequired={secret.isRequired}
          value={secrets[secret.name]}
          error={form.errors[`secrets.${secret.name}`]}
          onChange={(value) =>
            form.set((now) => ({ secrets: { ...now.secrets, [secret.name]: value } }))
          }
        />
      ))}
      {hasHeaders(type) && <HeaderFields form={form} />}
    </>
  )
}

function BucketFields({ form }: { form: DrainFormState }) {
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-2">
        <FormField form={form} name="region" label="Region">
          {(control) => <Input {...control} placeholder="eu-central-1" />}
        </FormField>
        <FormField form={form} name="bucket" label="Bucket">
          {(control) => <Input {...control} />}
        </FormField>
      </div>
      <FormField form={form} name="prefix" label="Prefix of the objects" hint="Optional">
        {(control) => <Input {...control} placeholder="logs/" />}
      </FormField>
    </>
  )
}

function SyslogFields({ form }: { form: DrainFormState }) {
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-2">
        <FormField form={form} name="host" label="Host">
          {(control) => <Input {...control} placeholder="syslog.example.com" />}
        </FormField>
        <FormField form={form} name="port" label="Port">
          {(control) => <Input {...control} inputMode="numeric" />}
        </FormField>
      </div>
      <Checkbox
        label="Encrypt with TLS"
        help="Without it, everyone on the way can read the rows"
        isChecked={form.values.isEncrypted}
        onChange={(isEncrypted) => form.set({ isEncrypted })}
      />
    </>
  )
}
