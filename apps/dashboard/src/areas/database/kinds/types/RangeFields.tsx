import type { TypeDesign } from '@basalt/pg-model'

import { OptionalTextField, TextField } from '../../fields/design-fields.tsx'
import { TypeField } from '../../fields/TypeField.tsx'
import type { FormProps } from '../../model/object-kind.ts'

export function RangeFields(props: FormProps<TypeDesign>) {
  const { design, isNew } = props
  if (!isNew) {
    return (
      <>
        <p className="text-ink-soft">
          The subtype is <code className="font-mono text-xs">{design.subtype}</code>. PostgreSQL
          cannot change it or the options of a range: create another range type instead.
        </p>
        <TextField {...props} name="multirange_name" label="Multirange name" />
      </>
    )
  }
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <TypeField {...props} name="subtype" label="Subtype" help="It cannot be changed later" />
      <OptionalTextField
        {...props}
        name="multirange_name"
        label="Multirange name"
        placeholder="Chosen by PostgreSQL"
      />
      <OptionalTextField {...props} name="operator_class" label="Operator class" />
      <OptionalTextField {...props} name="collation" label="Collation" placeholder='"C"' />
      <OptionalTextField
        {...props}
        name="subtype_difference"
        label="Difference function"
        help="Returns the distance of two values as double precision. GiST indexes use it."
      />
    </div>
  )
}
