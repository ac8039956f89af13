import type { FieldErrors } from '../../lib/forms/form.ts'
import type { CustomerForm } from './customer-form.ts'

/** What the fields of the address form share. */
export type FormPart = {
  form: CustomerForm
  /** By the path in the body: `address.line1`. */
  errors: FieldErrors
  isFixed: boolean
  change: (part: Partial<CustomerForm>) => void
}
