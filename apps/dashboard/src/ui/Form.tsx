import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import type { FieldValues } from 'react-hook-form'

import { useFormGuard } from '../lib/forms/use-form-guard.ts'
import type { FormState } from '../lib/forms/use-form.ts'
import { Button } from './Button.tsx'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { Field } from './Field.tsx'
import { type GuardedForm, GuardedForms } from './guarded-forms.ts'
import { Notice } from './Notice.tsx'

type FormProps = {
  form: Pick<FormState<FieldValues>, 'submit' | 'element' | 'hasUnsaved'>
  label?: string | undefined
  /** Asks before values are lost; false where they are stored, or are credentials. */
  isGuarded?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * A form that Enter submits, and Mod+Enter also from a text of several lines. It asks before its
 * page is left, or its dialog is closed by Escape, with values that are not saved.
 */
export function Form({ form, label, className, children, isGuarded = true }: FormProps) {
  const { element, submit } = form
  const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof Element && event.target.closest('form') !== event.currentTarget)
      return
    event.preventDefault()
    submit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
    <form
      ref={element}
      noValidate
      aria-label={label}
      className={className}
      onSubmit={submit}
      onKeyDown={submitByKeys}
    >
      {children}
      {isGuarded && <Guard hasUnsaved={form.hasUnsaved} />}
    </form>
  )
}

function Guard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const dialog = useContext(GuardedForms)
  const answer = useFormGuard(hasUnsaved)
  const [close, setClose] = useState<() => void>()
  const ask = useEffectEvent((next: () => void) => {
    if (!hasUnsaved()) return false
    setClose(() => next)
    return true
  })
  useEffect(() => {
    const askBefore: GuardedForm = (next) => ask(next)
    dialog?.add(askBefore)
    return () => void dialog?.delete(askBefore)
  }, [dialog])
  if (answer !== undefined)
    return <DiscardQuestion onDiscard={() => answer(false)} onKeep={() => answer(true)} />
  return close && <DiscardQuestion onDiscard={close} onKeep={() => setClose(undefined)} />
}

/** The names of the values that are texts. */
type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string

type ControlProps = Parameters<ComponentProps<typeof Field>['children']>[0] & {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}

type FieldProps<V extends FieldValues> = {
  form: Pick<FormState<V>, 'values' | 'errors' | 'pathOf'> & { set: (part: Partial<V>) => void }
  name: TextName<V>
  label: string
  help?: ReactNode
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** A field of text with its label, help and error, bound to one value of the form. */
export function FormField<V extends FieldValues>(props: FieldProps<V>) {
  const { form, name, label, help, hint, children } = props
  return (
    <Field label={label} help={help} hint={hint} error={form.errors[form.pathOf(name)]}>
      {(control) =>
        children({
          ...control,
          name,
          value: form.values[name],
          // The name is one of the form's own, and its value is a text.
          onChange: ({ target }) => form.set({ [name]: target.value } as unknown as Partial<V>),
        })
      }
    </Field>
  )
}

/** The failure of a submit that belongs to no field. */
export function FormFailure({ form: { failure } }: { form: { failure: Error | undefined } }) {
  return failure === undefined ? null : (
    <div key={failure.message} ref={bringIntoView}>
      <Notice tone="bad">{failure.message}</Notice>
    </div>
  )
}

/** The end of a long form may be out of sight when it fails. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type SubmitProps = Omit<ComponentProps<typeof Button>, 'form'> & {
  form: Pick<FormState<FieldValues>, 'isPending' | 'obstacle'>
}

/** The button that submits its form; it says why it cannot. */
export function SubmitButton({ form, ...button }: SubmitProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      isPending={form.isPending}
      disabledReason={form.obstacle}
      {...button}
    />
  )
}

type ActionsProps = {
  form: Pick<FormState<FieldValues>, 'isPending' | 'obstacle' | 'failure'>
  /** The verb: "Send 3 invitations". */
  label: string
  onClose: () => void
}

/** The end of a form in a dialog: its failure, and the two ways out. */
export function FormActions({ form, label, onClose }: ActionsProps) {
  return (
    <>
      <FormFailure form={form} />
      <div className="flex justify-end gap-2">
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form} size="large">
          {label}
        </SubmitButton>
      </div>
    </>
  )
}
