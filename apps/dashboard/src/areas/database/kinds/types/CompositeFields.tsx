import type { TypeDesign } from '@basalt/pg-model'

import { ItemInput } from '../../fields/ItemInput.tsx'
import { ListField } from '../../fields/ListField.tsx'
import { TypeField } from '../../fields/TypeField.tsx'
import type { FormProps } from '../../model/object-kind.ts'

export function CompositeFields({
  design,
  set,
  errorOf,
  isNew,
  projectRef,
}: FormProps<TypeDesign>) {
  return (
    <ListField
      label="Attributes"
      noun="attribute"
      help="PostgreSQL refuses to change the type of an attribute while a table column uses the composite type."
      error={errorOf('attributes')}
      items={design.attributes}
      onChange={(attributes) => set({ attributes })}
      blank={{ name: '', old_name: null, type: '', collation: null }}
      fixedReason={isNew ? undefined : 'Attributes keep their order'}
    >
      {({ item, at, set: setItem }) => (
        <>
          <ItemInput
            label="Name"
            value={item.name}
            error={errorOf(`attributes.${at}.name`)}
            onChange={(name) => setItem({ name })}
          />
          <TypeField
            isInList
            design={item}
            name="type"
            label="Type"
            set={({ type }: Partial<typeof item>) => type !== undefined && setItem({ type })}
            errorOf={() => errorOf(`attributes.${at}.type`)}
            projectRef={projectRef}
          />
          <ItemInput
            label="Collation"
            placeholder="Collation of the type"
            value={item.collation ?? ''}
            error={errorOf(`attributes.${at}.collation`)}
            onChange={(collation) => setItem({ collation: collation || null })}
          />
        </>
      )}
    </ListField>
  )
}
