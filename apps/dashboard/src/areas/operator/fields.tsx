import type { FormState } from '../../lib/forms/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormField } from '../../ui/Form.tsx'
import { Select, Textarea } from '../../ui/Input.tsx'

type ChoiceProps<T extends string> = {
  label: string
  help?: string
  options: readonly T[]
  getWord: (option: T) => string
  value: T
  onChange: (value: T) => void
}

export function ChoiceField<T extends string>(props: ChoiceProps<T>) {
  const { label, help, options, getWord, value, onChange } = props
  return (
    <Field label={label} help={help}>
      {(control) => (
        <Select
          {...control}
          size="large"
          value={value}
          onChange={({ target }) => onChange(options.find((one) => one === target.value) ?? value)}
        >
          {options.map((one) => (
            <option key={one} value={one}>
              {getWord(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type MessageProps = {
  form: Pick<FormState<{ message: string }>, 'values' | 'errors' | 'pathOf'> & {
    set: (part: { message?: string }) => void
  }
}

export const MessageField = ({ form }: MessageProps) => (
  <FormField form={form} name="message" label="Message">
    {(control) => (
      <Textarea
        {...control}
        rows={5}
        placeholder="We have seen errors since 10:40 and are investigating."
      />
    )}
  </FormField>
)
