import type { FieldErrors } from '../../lib/forms/field-errors.ts'
import type { SsoForm } from './sso-form.ts'

/** The props that the parts of the form share. */
export type FormPart = {
  form: SsoForm
  errors: FieldErrors
  isReadOnly: boolean
  change: (change: Partial<SsoForm>) => void
}
