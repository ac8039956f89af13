import type { FieldErrors } from '../../lib/forms/form.ts'
import type { SsoForm } from './sso-form.ts'

/** Props of a part of the form. */
export type FormPart = {
  form: SsoForm
  errors: FieldErrors
  isReadOnly: boolean
  change: (change: Partial<SsoForm>) => void
}
