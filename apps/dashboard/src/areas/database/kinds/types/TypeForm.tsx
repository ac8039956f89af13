import type { TypeDesign } from '@basalt/pg-model'

import { SelectField } from '../../fields/design-fields.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { CompositeFields } from './CompositeFields.tsx'
import { DomainFields } from './DomainFields.tsx'
import { EnumFields } from './EnumFields.tsx'
import { RangeFields } from './RangeFields.tsx'

const kinds = [
  { value: 'enum', label: 'Enum: one of a list of values' },
  { value: 'composite', label: 'Composite: several attributes' },
  { value: 'domain', label: 'Domain: another type with checks' },
  { value: 'range', label: 'Range: an interval of another type' },
]

const fieldsOfKind = {
  enum: EnumFields,
  composite: CompositeFields,
  domain: DomainFields,
  range: RangeFields,
}

export function TypeForm(props: FormProps<TypeDesign>) {
  const Fields = fieldsOfKind[props.design.kind]
  return (
    <>
      {props.isNew && <SelectField {...props} name="kind" label="Kind" options={kinds} />}
      <Fields {...props} />
    </>
  )
}
