import type { TypeDesign } from '@basalt/pg-model'

import { CheckField, OptionalTextField } from '../../fields/design-fields.tsx'
import { ItemInput } from '../../fields/ItemInput.tsx'
import { ListField } from '../../fields/ListField.tsx'
import { SqlField } from '../../fields/SqlField.tsx'
import { TypeField } from '../../fields/TypeField.tsx'
import type { FormProps } from '../../model/object-kind.ts'

export function DomainFields(props: FormProps<TypeDesign>) {
  const { design, set, isNew } = props
  return (
    <>
      {isNew ? (
        <div className="grid gap-4 tablet:grid-cols-2">
          <TypeField
            {...props}
            name="base_type"
            label="Base type"
            help="It cannot be changed later"
          />
          <OptionalTextField {...props} name="collation" label="Collation" placeholder='"C"' />
        </div>
      ) : (
        <p className="text-ink-soft">
          The base type is <code className="font-mono text-xs">{design.base_type}</code>. PostgreSQL
          cannot change it: create another domain instead.
        </p>
      )}
      <SqlField
        {...props}
        set={(part) => set({ default: part['default'] || null })}
        name="default"
        label="Default"
        hint="Optional"
        placeholder="'none'"
        rows={2}
      />
      <CheckField {...props} name="not_null" label="Not null" />
      <Checks {...props} />
    </>
  )
}

function Checks({ design, set, errorOf }: FormProps<TypeDesign>) {
  return (
    <ListField
      label="Checks"
      noun="check"
      help="VALUE stands for the value. Existing rows are checked when a check is added."
      error={errorOf('checks')}
      items={design.checks}
      onChange={(checks) => set({ checks })}
      blank={{ name: '', old_name: null, expression: '' }}
      fixedReason="Checks run in the order of their names"
    >
      {({ item, at, set: setItem }) => (
        <>
          <ItemInput
            label="Name"
            value={item.name}
            error={errorOf(`checks.${at}.name`)}
            onChange={(name) => setItem({ name })}
          />
          <ItemInput
            label="Condition"
            placeholder="VALUE > 0"
            value={item.expression}
            error={errorOf(`checks.${at}.expression`)}
            onChange={(expression) => setItem({ expression })}
          />
        </>
      )}
    </ListField>
  )
}
