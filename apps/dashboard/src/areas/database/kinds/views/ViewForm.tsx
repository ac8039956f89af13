import type { ViewObjectDesign } from '@basalt/pg-model'

import { CheckField, SelectField } from '../../fields/design-fields.tsx'
import { QueryFields } from '../../fields/QueryFields.tsx'
import type { FormProps } from '../../model/object-kind.ts'

const checks = [
  { value: 'none', label: 'None: rows may leave the view' },
  { value: 'local', label: 'Local: rows must fit the conditions of this view' },
  { value: 'cascaded', label: 'Cascaded: also those of the views that it reads' },
]

export function ViewForm(props: FormProps<ViewObjectDesign>) {
  return (
    <>
      <QueryFields {...props} />
      <CheckField
        {...props}
        name="security_invoker"
        label="Security invoker"
        help="Reads with the rights of the role that queries it. Without it, the rights and the policies of the owner decide."
      />
      <CheckField
        {...props}
        name="security_barrier"
        label="Security barrier"
        help="Functions in a condition of the caller see no row that the view hides, at the cost of slower plans"
      />
      <SelectField {...props} name="check" label="Check option for written rows" options={checks} />
    </>
  )
}
