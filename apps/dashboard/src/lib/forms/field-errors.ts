import { ApiError } from '@basalt/contract/errors'
import type { FormRoute } from '@basalt/contract/route'
import { z } from 'zod/mini'

/** A message per field, by the path of the value in the request body: `address.line1`. */
export type FieldErrors = Record<string, string>

/** The issues that the schema of the route finds; none when the values may be sent. */
export const listIssues = (route: FormRoute, values: unknown) =>
  z.safeParse(route.body, values).error?.issues ?? []

/** The first message for each field that is wrong; empty when the values may be sent. */
export function checkFields(route: FormRoute, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of listIssues(route, values)) errors[path.join('.')] ??= message
  return errors
}

/** The field messages of a failed request. */
export const listFieldErrors = (error: unknown): FieldErrors =>
  error instanceof ApiError ? (error.fields ?? {}) : {}

/** The failure of a request that belongs to no field and is shown above the buttons. */
export function getFormError(error: Error | null): Error | undefined {
  if (error === null) return undefined
  return Object.keys(listFieldErrors(error)).length > 0 ? undefined : error
}
