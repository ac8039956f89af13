import { FormField } from '../../ui/Form.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { countriesWith } from './countries.ts'
import type { CustomerForm } from './customer-form.ts'
import type { FormPart } from './form-part.ts'

export function AddressFields(part: FormPart) {
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <div className="tablet:col-span-2">
        <Text
          {...part}
          name="billing_name"
          label="Name"
          help="Company or person. Defaults to the name of the organization."
          autoComplete="billing organization"
        />
      </div>
      <Text {...part} name="line1" label="Street and number" autoComplete="billing address-line1" />
      <Text
        {...part}
        name="line2"
        label="Address line 2"
        hint="Optional"
        autoComplete="billing address-line2"
      />
      <Text {...part} name="postal_code" label="Postal code" autoComplete="billing postal-code" />
      <Text {...part} name="city" label="City" autoComplete="billing address-level2" />
      <Text
        {...part}
        name="state"
        label="State or province"
        hint="If applicable"
        autoComplete="billing address-level1"
      />
      <Country {...part} />
    </div>
  )
}

const Country = ({ form, isFixed }: FormPart) => (
  <FormField form={form} name="country" label="Country">
    {(control) => (
      <Select {...control} autoComplete="billing country" disabled={isFixed}>
        <option value="">Choose a country</option>
        {countriesWith(control.value).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    )}
  </FormField>
)

type TextProps = FormPart & {
  name: keyof CustomerForm
  label: string
  help?: string
  hint?: string
  autoComplete: string
}

const Text = ({ isFixed, autoComplete, ...field }: TextProps) => (
  <FormField {...field}>
    {(control) => <Input {...control} autoComplete={autoComplete} readOnly={isFixed} />}
  </FormField>
)
