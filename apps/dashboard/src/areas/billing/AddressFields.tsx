import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { countriesWith } from './countries.ts'
import { type CustomerForm, pathOfField } from './customer-form.ts'
import type { FormPart } from './form-part.ts'

export function AddressFields({ part }: { part: FormPart }) {
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <div className="tablet:col-span-2">
        <Text
          part={part}
          name="billing_name"
          label="Name"
          help="Company or person. Defaults to the name of the organization."
          autoComplete="billing organization"
        />
      </div>
      <Text
        part={part}
        name="line1"
        label="Street and number"
        autoComplete="billing address-line1"
      />
      <Text
        part={part}
        name="line2"
        label="Address line 2"
        hint="Optional"
        autoComplete="billing address-line2"
      />
      <Text part={part} name="postal_code" label="Postal code" autoComplete="billing postal-code" />
      <Text part={part} name="city" label="City" autoComplete="billing address-level2" />
      <Text
        part={part}
        name="state"
        label="State or province"
        hint="If applicable"
        autoComplete="billing address-level1"
      />
      <Country part={part} />
    </div>
  )
}

function Country({ part: { form, errors, isFixed, change } }: { part: FormPart }) {
  return (
    <Field label="Country" error={errors['address.country']}>
      {(control) => (
        <Select
          {...control}
          autoComplete="billing country"
          disabled={isFixed}
          value={form.country}
          onChange={({ target }) => change({ country: target.value })}
        >
          <option value="">Choose a country</option>
          {countriesWith(form.country).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type TextProps = {
  part: FormPart
  name: keyof CustomerForm
  label: string
  help?: string
  hint?: string
  autoComplete: string
}

const Text = ({ part, name, label, help, hint, autoComplete }: TextProps) => (
  <Field label={label} help={help} hint={hint} error={part.errors[pathOfField[name]]}>
    {(control) => (
      <Input
        {...control}
        autoComplete={autoComplete}
        readOnly={part.isFixed}
        value={part.form[name]}
        onChange={({ target }) => part.change({ [name]: target.value })}
      />
    )}
  </Field>
)
