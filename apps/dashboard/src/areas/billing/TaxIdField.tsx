import { FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import type { FormPart } from './form-part.ts'

/** The country of the address decides the format of the number. */
export const TaxIdField = ({ form, isFixed }: FormPart) => (
  <div className="grid gap-4 border-t border-line pt-4 tablet:grid-cols-2">
    <FormField
      form={form}
      name="tax_value"
      label="Tax ID"
      hint="For registered businesses"
      help="In the European Union, your VAT number, such as DE123456789"
    >
      {(control) => <Input {...control} autoComplete="off" spellCheck={false} readOnly={isFixed} />}
    </FormField>
  </div>
)
