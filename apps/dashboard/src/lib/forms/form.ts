import { ApiError } from '@basalt/contract/errors'
import type { FormRoute } from '@basalt/contract/route'
import { z } from 'zod/mini'

/** A message per field, by the field's wire name. */
export type FieldErrors = Record<string, string>

/** The issues of the route's own schema with the values: none when they are valid. */
export const listIssues = (route: FormRoute, values: unknown) =>
  z.safeParse(route.body, values).error?.issues ?? []

/** A message for each field that is wrong; empty when the values may be sent. */
export function checkFields(route: FormRoute, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of listIssues(route, values)) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issue.message
  }
  return errors
}

/** The field messages of a refused call. */
export const listFieldErrors = (error: unknown): FieldErrors =>
  error instanceof ApiError ? (error.fields ?? {}) : {}

/** The message of a failed call that belongs to no field and is shown above the buttons. */
export function getFormError(error: Error | null): Error | undefined {
  if (error === null) return undefined
  const hasFields = error instanceof ApiError && Object.keys(error.fields ?? {}).length > 0
  return hasFields ? undefined : error
}

/** The text of a field; files of a form are ignored. */
export function textIn(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * For a form's `onChange`: clears the error of a field once the user changes it. Fields are
 * identified by their `name`.
 */
export const clearErrors =
  (setErrors: (change: (errors: FieldErrors) => FieldErrors) => void) =>
  ({ target }: { target: EventTarget }): void => {
    const name = 'name' in target ? target.name : undefined
    setErrors((errors) =>
      typeof name === 'string' && name in errors
        ? Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name))
        : errors,
    )
  }
