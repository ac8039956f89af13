import { type ComponentProps, useRef } from 'react'

import { Textarea } from '../../ui/Input.tsx'
import { late } from '../../ui/late.tsx'
import { useNames } from '../names/use-names.ts'
import type { CodeFieldProps } from './CodeField.tsx'

const CodeField = late(async () => (await import('./CodeField.tsx')).CodeField)

type Props = Pick<
  CodeFieldProps,
  'label' | 'value' | 'onChange' | 'frame' | 'body' | 'fault' | 'placeholder' | 'rows'
> & {
  projectRef: string
  name: string
  /** Of the field around it. */
  control: Pick<ComponentProps<'textarea'>, 'aria-describedby' | 'aria-invalid'> & { id: string }
}

/** SQL of several lines, with completion. A plain text field until the editor is loaded. */
export function SqlInput({ projectRef, name, control, ...code }: Props) {
  const { value, onChange, placeholder, rows } = code
  const names = useNames(projectRef)
  const isFocused = useRef(false)
  return (
    <CodeField
      {...code}
      id={control.id}
      names={names}
      isInvalid={control['aria-invalid'] === true}
      takesFocus={() => isFocused.current}
      fallback={
        <Textarea
          {...control}
          name={name}
          rows={rows}
          spellCheck={false}
          className="font-mono text-xs leading-5"
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onFocus={() => (isFocused.current = true)}
          onBlur={() => (isFocused.current = false)}
        />
      }
    />
  )
}
