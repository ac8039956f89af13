import type { FormState } from '../../lib/forms/use-form.ts'
import { focusOnMount } from '../../ui/focus.ts'
import { FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'

type Props = {
  form: FormState<{ code: string }>
  label: string
  /** Recovery codes have letters; the digits of an app do not. */
  hasLetters?: boolean
}

/** A code that was made elsewhere; phones and password managers fill it in. */
export function CodeField({ form, label, hasLetters = false }: Props) {
  return (
    <FormField form={form} name="code" label={label}>
      {(control) => (
        <Input
          {...control}
          ref={focusOnMount}
          size="large"
          className="font-mono tracking-[0.12em]"
          autoComplete={hasLetters ? 'off' : 'one-time-code'}
          inputMode={hasLetters ? 'text' : 'numeric'}
          autoCapitalize="off"
          spellCheck={false}
        />
      )}
    </FormField>
  )
}
