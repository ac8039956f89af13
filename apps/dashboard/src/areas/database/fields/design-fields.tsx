import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, Select, Textarea } from '../../../ui/Input.tsx'
import type { FormProps } from '../model/object-kind.ts'
import { rolesQuery, schemasQuery } from '../model/queries.ts'

type Design = Record<string, unknown>

/** The form of any design: a field names the value that it edits. */
type AnyForm = {
  design: object
  set: (part: Readonly<Record<string, unknown>>) => void
  errorOf: FormProps<never>['errorOf']
}

type FieldProps = AnyForm & {
  name: string
  label: string
  help?: ReactNode
  hint?: ReactNode
  placeholder?: string
}

const read = (design: object, name: string): string => {
  const value: unknown = Reflect.get(design, name)
  return typeof value === 'string' ? value : ''
}

/** A line of text. */
export function TextField({ design, set, errorOf, name, placeholder, ...field }: FieldProps) {
  return (
    <Field {...field} error={errorOf(name)}>
      {(control) => (
        <Input
          {...control}
          size="large"
          name={name}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={read(design, name)}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

/** A text that an empty field removes. */
export function OptionalTextField(props: FieldProps) {
  const set = (part: Design) =>
    props.set(Object.fromEntries(Object.entries(part).map(([key, value]) => [key, value || null])))
  return <TextField {...props} set={set} hint={props.hint ?? 'Optional'} />
}

export function CommentField(props: AnyForm) {
  const { design, set, errorOf } = props
  return (
    <Field label="Comment" hint="Optional" error={errorOf('comment')}>
      {(control) => (
        <Textarea
          {...control}
          name="comment"
          rows={2}
          value={read(design, 'comment')}
          onChange={({ target }) => set({ comment: target.value || null })}
        />
      )}
    </Field>
  )
}

type Option = { value: string; label: string }

export function SelectField(props: FieldProps & { options: readonly Option[] }) {
  const { design, set, errorOf, name, options, placeholder: _, ...field } = props
  return (
    <Field {...field} error={errorOf(name)}>
      {(control) => (
        <Select
          {...control}
          size="large"
          name={name}
          value={read(design, name)}
          onChange={({ target }) => set({ [name]: target.value })}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type CheckProps = FieldProps & Partial<Pick<FormProps<never>, 'restrictions'>>

export function CheckField({ design, set, restrictions, name, label, help }: CheckProps) {
  return (
    <Checkbox
      label={label}
      help={help}
      isChecked={Reflect.get(design, name) === true}
      fixedReason={restrictions?.[name]}
      onChange={(isChecked) => set({ [name]: isChecked })}
    />
  )
}

type PlaceProps = AnyForm & { projectRef: string }

/** The schemas that the user may use; the present one is always among them. */
export function SchemaField({ projectRef, ...form }: PlaceProps) {
  const { data = [] } = useQuery(schemasQuery(projectRef))
  const present = read(form.design, 'schema')
  const names = new Set([...(present === '' ? [] : [present]), ...data.map(({ name }) => name)])
  return (
    <SelectField
      {...form}
      name="schema"
      label="Schema"
      options={[...names].map((name) => ({ value: name, label: name }))}
    />
  )
}

/** The role that owns the object; a new one belongs to the role of the connection without one. */
export function OwnerField({ projectRef, ...form }: PlaceProps) {
  const { data = [] } = useQuery(rolesQuery(projectRef))
  const present = read(form.design, 'owner')
  const names = new Set([...(present === '' ? [] : [present]), ...data.map(({ name }) => name)])
  return (
    <SelectField
      {...form}
      set={(part: Design) => form.set({ owner: part['owner'] || null })}
      name="owner"
      label="Owner"
      options={[
        ...(present === '' ? [{ value: '', label: 'The role of the connection' }] : []),
        ...[...names].map((name) => ({ value: name, label: name })),
      ]}
    />
  )
}
