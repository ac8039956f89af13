import type { FieldErrors } from '../../lib/forms/form.ts'
import type { CustomerForm } from './customer-form.ts'

/** Shared props of the address form's fields. */
export type FormPart = {
  form: CustomerForm
  /** By the path in the body: `address.line1`. */
  errors: FieldErrors
  isFixed: boolean
  change: (part: Partial<CustomerForm>) => void
}
