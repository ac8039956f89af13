import type { TriggerDesign } from '@basalt/pg-model'

import { Field } from '../../../../ui/Field.tsx'
import { Textarea } from '../../../../ui/Input.tsx'
import type { FormProps } from '../../model/object-kind.ts'

type Props = FormProps<TriggerDesign> & { name: 'columns' | 'arguments'; label: string }

/** A list of texts, one a line. */
export function LinesField({ design, set, errorOf, name, label }: Props) {
  return (
    <Field label={label} hint="Optional, one a line" error={errorOf(name)}>
      {(control) => (
        <Textarea
          {...control}
          name={name}
          rows={2}
          spellCheck={false}
          value={design[name].join('\n')}
          onChange={({ target }) =>
            set({ [name]: target.value === '' ? [] : target.value.split('\n') })
          }
        />
      )}
    </Field>
  )
}
