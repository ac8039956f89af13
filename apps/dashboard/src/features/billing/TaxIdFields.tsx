import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import type { FormPart } from './form-part.ts'
import { taxIdKind, taxIdKindsFor } from './tax-ids.ts'

/** A kind and a number; the kinds of the country that was chosen come first. */
export function TaxIdFields({ part: { form, errors, isFixed, change } }: { part: FormPart }) {
  const kinds = taxIdKindsFor(form.country)
  const kind = taxIdKind(form.tax_type)
  const isKnown = form.tax_type === '' || kind !== undefined
  return (
    <div className="grid gap-4 border-t border-line pt-4 tablet:grid-cols-2">
      <Field label="Kind of tax ID" hint="For registered businesses" error={errors['tax_id.type']}>
        {(control) => (
          <Select
            {...control}
            disabled={isFixed}
            value={form.tax_type}
            onChange={({ target }) => change({ tax_type: target.value })}
          >
            <option value="">None</option>
            {!isKnown && <option value={form.tax_type}>{form.tax_type}</option>}
            {kinds.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Tax ID"
        help={kind === undefined ? undefined : `For example ${kind.example}`}
        error={errors['tax_id.value']}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            placeholder={kind?.example}
            readOnly={isFixed}
            value={form.tax_value}
            onChange={({ target }) => change({ tax_value: target.value })}
          />
        )}
      </Field>
    </div>
  )
}
