import type { FieldErrors } from '../../lib/forms/form.ts'
import type { SsoForm } from './sso-form.ts'

/** What a part of the form shows and changes. */
export type FormPart = {
  form: SsoForm
  errors: FieldErrors
  isReadOnly: boolean
  change: (change: Partial<SsoForm>) => void
}
