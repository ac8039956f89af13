import { ApiError } from '@basalt/contract/errors'

/** Messages by field of the design: `columns.2.data_type`. */
export type FieldErrors = Readonly<Record<string, string>>

/** The server's own checks name fields of the design, those of the contract of the body. */
export function designErrors(error: unknown): FieldErrors {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [
      // A part of a default is shown below it.
      field.replace(/^design\./u, '').replace(/\.default\.(?:sql|value)$/u, '.default'),
      message,
    ]),
  )
}

/** Errors of one column or key, by the rest of their name. */
export const errorsAt = (errors: FieldErrors, start: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(start) ? [[field.slice(start.length).split('.')[0] ?? '', message]] : [],
    ),
  )
