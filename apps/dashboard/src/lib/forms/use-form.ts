import type { FormRoute } from '@basalt/contract/route'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors as HookErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm as useHookForm,
  useWatch,
} from 'react-hook-form'

import { checkFields, type FieldErrors, getFormError, listFieldErrors } from './field-errors.ts'

type Options<V extends FieldValues, Answer> = {
  /** The route whose schema checks the request body. Without one, only `check` does. */
  route?: FormRoute | undefined
  initial: V
  /** The request body; without it the values are the body. */
  getBody?: ((values: V) => unknown) | undefined
  /** Rules that the schema does not know. They replace its messages for the same field. */
  check?: ((values: V) => FieldErrors) | undefined
  /** The path in the body for each value that has another name there, or several of them. */
  paths?: Partial<Record<keyof V, string | readonly string[]>> | undefined
  send: (values: V) => Promise<Answer>
  /** The form is busy until it is done. */
  onSuccess?: ((answer: Answer, values: V) => unknown) | undefined
  /** Why the form cannot be submitted, for example a missing right. */
  disabledReason?: string | undefined | ((values: V) => string | undefined)
  /** Whether the values must differ from the initial ones. */
  mustChange?: boolean
  /** Errors that need no message, for example a question that the user closed. */
  isIgnored?: ((error: Error) => boolean) | undefined
}

export type FormState<V extends FieldValues, Answer = unknown> = {
  values: V
  errors: FieldErrors
  /** Changes values and clears their errors. A function gets the values of now. */
  set: (part: Partial<V> | ((values: V) => Partial<V>)) => void
  /** Starts again, from the initial values or from others. */
  reset: (values?: V) => void
  submit: (event?: SyntheticEvent) => void
  /** Where the error of a value is listed in `errors`. */
  pathOf: (name: keyof V) => string
  isPending: boolean
  isChanged: boolean
  /** Whether values would be lost now. Unlike `isChanged` it knows at once of a success. */
  hasUnsaved: () => boolean
  /** Why it cannot be submitted now. */
  obstacle: string | undefined
  /** The failure of the last submit that belongs to no field. */
  failure: Error | undefined
  answer: Answer | undefined
  element: RefObject<HTMLFormElement | null>
}

export const noChanges = 'No changes to save'

/**
 * The state of a form: its values, what is wrong with them, and how they are sent. Values are
 * checked by the schema of the route when the form is submitted, and the messages of the server
 * go to the same fields. A failed submit keeps every value and focuses the first wrong field.
 */
export function useForm<V extends FieldValues, Answer>(
  options: Options<V, Answer>,
): FormState<V, Answer> {
  const { getBody = (values: V): unknown => values, mustChange = false } = options
  const { hook, element, values, set, listPaths, first } = useValues({ ...options, getBody })
  const [base, setBase] = useState(first)
  // A success may leave the page before the next render.
  const saved = useRef(first)
  const sending = useMutation({
    mutationFn: options.send,
    onSuccess: (answer, sent) => {
      saved.current = sent
      return options.onSuccess?.(answer, sent)
    },
  })
  const { errors: found, submitCount } = hook.formState
  const errors = flattenErrors(found)
  const unplaced = useFocusOnErrors(element, errors, submitCount)
  const write = (one: V) => JSON.stringify(getBody(one))
  const isChanged = write(values) !== write(base)
  const obstacle =
    getReason(options.disabledReason, values) ?? (mustChange && !isChanged ? noChanges : undefined)
  const failure =
    sending.error !== null && options.isIgnored?.(sending.error) === true ? null : sending.error

  const send = async (sent: V) => {
    try {
      await sending.mutateAsync(sent)
    } catch (error) {
      for (const [path, message] of Object.entries(listFieldErrors(error)))
        hook.setError(path as Path<V>, { type: 'server', message })
    }
  }
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault()
    // The forms of dialogs inside this one are not part of it, though their events pass here.
    if (event !== undefined && event.target !== event.currentTarget) return
    set(readFilledIn(element.current, hook.getValues()))
    if (obstacle !== undefined || sending.isPending) return
    sending.reset()
    void hook.handleSubmit(send)()
  }
  const reset = (next = first) => {
    setBase(next)
    saved.current = next
    hook.reset(next)
  }
  return {
    values,
    errors,
    set,
    reset,
    submit,
    element,
    isChanged,
    hasUnsaved: () => write(hook.getValues()) !== write(saved.current),
    obstacle,
    pathOf: (name) => listPaths(name)[0] ?? String(name),
    isPending: sending.isPending,
    failure: getFormError(failure) ?? unplaced,
    answer: sending.data,
  }
}

const getReason = <V extends FieldValues>(
  reason: Options<V, unknown>['disabledReason'],
  values: V,
): string | undefined => (typeof reason === 'function' ? reason(values) : reason)

type ValueOptions<V extends FieldValues> = Pick<Options<V, unknown>, 'initial' | 'paths'> &
  Checks<V>

/** The values as the library keeps them. */
function useValues<V extends FieldValues>(options: ValueOptions<V>) {
  const element = useRef<HTMLFormElement>(null)
  const [first] = useState(options.initial)
  const hook = useHookForm<V>({
    // The library wants a deep partial type, which a complete record always is.
    defaultValues: first as DefaultValues<V>,
    resolver: getResolver(options),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  // Every value has a default, so the watched record is complete.
  const values = useWatch({ control: hook.control }) as V
  const listPaths = (name: keyof V) => [options.paths?.[name] ?? String(name)].flat()
  const set = (change: Partial<V> | ((values: V) => Partial<V>)) => {
    const part = typeof change === 'function' ? change(hook.getValues()) : change
    for (const [name, value] of Object.entries(part)) {
      // The names and values come from one record of the form's own type.
      hook.setValue(name as Path<V>, value as PathValue<V, Path<V>>)
      hook.clearErrors(listPaths(name) as Path<V>[])
    }
  }
  return { hook, element, values, set, listPaths, first }
}

type Checks<V extends FieldValues> = Pick<Options<V, unknown>, 'route' | 'check'> & {
  getBody: (values: V) => unknown
}

/**
 * Checks the request body, not the values, because the schema of the route describes the body.
 * The resolvers of the library check the values themselves.
 */
function getResolver<V extends FieldValues>(options: Checks<V>): Resolver<V> {
  const { route, check, getBody } = options
  return (values) => {
    const errors = {
      ...(route !== undefined && checkFields(route, getBody(values))),
      ...check?.(values),
    }
    const isRight = Object.keys(errors).length === 0
    return isRight ? { values, errors: {} } : { values: {}, errors: nestErrors<V>(errors) }
  }
}

/** The library keeps the errors of `address.line1` in nested records. */
function nestErrors<V extends FieldValues>(errors: FieldErrors): HookErrors<V> {
  const nested: Record<string, unknown> = {}
  for (const [path, message] of Object.entries(errors)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let level = nested
    for (const name of names) level = (level[name] ??= {}) as Record<string, unknown>
    level[last] = { type: 'schema', message }
  }
  // Built to the shape that the library documents.
  return nested as HookErrors<V>
}

function flattenErrors(errors: object, prefix = ''): FieldErrors {
  const flat: FieldErrors = {}
  for (const [name, error] of Object.entries(errors) as [string, object | undefined][]) {
    if (error === undefined || error === null) continue
    if ('message' in error && typeof error.message === 'string') {
      flat[`${prefix}${name}`] = error.message
    } else Object.assign(flat, flattenErrors(error, `${prefix}${name}.`))
  }
  return flat
}

/** Password managers fill in fields without telling the page in every browser. */
function readFilledIn<V extends FieldValues>(form: HTMLFormElement | null, values: V): Partial<V> {
  const filled: Record<string, string> = {}
  for (const input of form?.elements ?? []) {
    if (!(input instanceof HTMLInputElement) || !/^(?:text|email|password)$/u.test(input.type))
      continue
    const value: unknown = Object.hasOwn(values, input.name) ? values[input.name] : undefined
    if (typeof value === 'string' && value !== input.value) filled[input.name] = input.value
  }
  // Only names that the values have were read.
  return filled as Partial<V>
}

/**
 * Focuses the first wrong field after each submit that failed. Returns the messages that no
 * field of the form shows, so that no refusal stays silent.
 */
function useFocusOnErrors(
  element: RefObject<HTMLFormElement | null>,
  errors: FieldErrors,
  attempt: number,
): Error | undefined {
  const [unplaced, setUnplaced] = useState<string>()
  const text = Object.values(errors).join('\n')
  const seen = useRef(attempt)
  useEffect(() => {
    if (text === '' || seen.current === attempt) return
    seen.current = attempt
    const form = element.current
    // The host of an editor passes the focus on.
    form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
    const shown = form?.textContent ?? ''
    const missing = text.split('\n').filter((message) => !shown.includes(message))
    // Only the committed page tells which messages its fields show.
    // oxlint-disable-next-line react/set-state-in-effect
    setUnplaced(missing.length === 0 ? undefined : missing.join(' '))
  }, [attempt, text, element])
  return text === '' || unplaced === undefined ? undefined : new Error(unplaced)
}
