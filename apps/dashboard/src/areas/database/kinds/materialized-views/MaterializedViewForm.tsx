import type { MaterializedViewDesign } from '@basalt/pg-model'

import { CheckField } from '../../fields/design-fields.tsx'
import { ItemInput } from '../../fields/ItemInput.tsx'
import { ListField } from '../../fields/ListField.tsx'
import { QueryFields } from '../../fields/QueryFields.tsx'
import type { FormProps } from '../../model/object-kind.ts'

export function MaterializedViewForm(props: FormProps<MaterializedViewDesign>) {
  const { design, set, errorOf, isNew } = props
  return (
    <>
      <QueryFields
        {...props}
        {...(!isNew && {
          help: 'A changed query recreates the view, with its indexes, grants and statistics',
        })}
      />
      <CheckField
        {...props}
        name="with_data"
        label={isNew ? 'Run the query now' : 'Has rows'}
        help="Without rows it cannot be read until it is refreshed"
      />
      <ListField
        label="Storage parameters"
        noun="parameter"
        help="Parameters of its TOAST table start with toast."
        error={errorOf('storage')}
        items={design.storage}
        onChange={(storage) => set({ storage })}
        blank={{ name: '', value: '' }}
        fixedReason="Their order has no effect"
      >
        {({ item, at, set: setItem }) => (
          <>
            <ItemInput
              label="Name"
              placeholder="fillfactor"
              value={item.name}
              error={errorOf(`storage.${at}.name`)}
              onChange={(name) => setItem({ name })}
            />
            <ItemInput
              label="Value"
              placeholder="100"
              value={item.value}
              error={errorOf(`storage.${at}.value`)}
              onChange={(value) => setItem({ value })}
            />
          </>
        )}
      </ListField>
    </>
  )
}
