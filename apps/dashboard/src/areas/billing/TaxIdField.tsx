import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import type { FormPart } from './form-part.ts'

/** The country of the address determines the type of the number. */
export function TaxIdField({ part: { form, errors, isFixed, change } }: { part: FormPart }) {
  return (
    <div className="grid gap-4 border-t border-line pt-4 tablet:grid-cols-2">
      <Field
        label="Tax ID"
        hint="For registered businesses"
        help="In the European Union, your VAT number, such as DE123456789"
        error={errors['tax_id.value']}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            readOnly={isFixed}
            value={form.tax_value}
            onChange={({ target }) => change({ tax_value: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
