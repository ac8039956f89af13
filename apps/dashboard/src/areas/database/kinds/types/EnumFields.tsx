import type { TypeDesign } from '@basalt/pg-model'

import { ItemInput } from '../../fields/ItemInput.tsx'
import { ListField } from '../../fields/ListField.tsx'
import type { FormProps } from '../../model/object-kind.ts'

export function EnumFields({ design, set, errorOf, isNew }: FormProps<TypeDesign>) {
  return (
    <ListField
      label="Values"
      noun="value"
      help={
        isNew
          ? 'Values are sorted in this order.'
          : 'Adding and renaming are immediate. Removing or moving existing values rewrites every table that uses the type.'
      }
      error={errorOf('values')}
      items={design.values}
      onChange={(values) => set({ values })}
      blank={{ name: '', old_name: null }}
    >
      {({ item, at, set: setItem }) => (
        <ItemInput
          label="Value"
          value={item.name}
          error={errorOf(`values.${at}.name`)}
          onChange={(name) => setItem({ name })}
        />
      )}
    </ListField>
  )
}
