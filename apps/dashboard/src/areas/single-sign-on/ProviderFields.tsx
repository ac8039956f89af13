import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Input.tsx'
import type { FormPart } from './form-part.ts'
import { TextField } from './TextField.tsx'

/** The address of the provider, and the credentials of this install. */
export function ProviderFields({ part, hasSecret }: { part: FormPart; hasSecret: boolean }) {
  return (
    <>
      <TextField
        label="Issuer URL"
        name="issuer"
        part={part}
        type="url"
        placeholder="https://id.example.com"
        help="Or the metadata URL, which ends in /.well-known/openid-configuration"
      />
      <div className="grid gap-4 tablet:grid-cols-2">
        <TextField label="Client ID" name="client_id" part={part} />
        <TextField
          label="Client secret"
          name="client_secret"
          part={part}
          type="password"
          placeholder={hasSecret ? '••••••••' : undefined}
          help={hasSecret ? 'Leave empty to keep the stored secret' : undefined}
        />
      </div>
      <DomainsField {...part} />
    </>
  )
}

function DomainsField({ form, errors, isReadOnly, change }: FormPart) {
  // The server names the entry of the list that is wrong: `domains.1`.
  const error = Object.entries(errors).find(([name]) => name.split('.')[0] === 'domains')?.[1]
  return (
    <Field
      label="Email domains"
      error={error}
      help="Up to 20, one per line. Each is used after you verify it."
    >
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          spellCheck={false}
          placeholder="example.com"
          readOnly={isReadOnly}
          value={form.domains}
          onChange={(event) => change({ domains: event.target.value })}
        />
      )}
    </Field>
  )
}
