import type { ViewObjectDesign } from '@basalt/pg-model'

import { CheckField, SelectField } from '../../fields/design-fields.tsx'
import { QueryFields } from '../../fields/QueryFields.tsx'
import type { FormProps } from '../../model/object-kind.ts'

const checks = [
  { value: 'none', label: 'None: written rows need not match the view' },
  { value: 'local', label: 'Local: rows must match the conditions of this view' },
  { value: 'cascaded', label: 'Cascaded: also the conditions of the views that it reads' },
]

export function ViewForm(props: FormProps<ViewObjectDesign>) {
  return (
    <>
      <QueryFields {...props} />
      <CheckField
        {...props}
        name="security_invoker"
        label="Security invoker"
        help="Reads with the privileges of the querying role. Otherwise the owner's privileges and policies apply."
      />
      <CheckField
        {...props}
        name="security_barrier"
        label="Security barrier"
        help="Functions in the caller's conditions never see rows that the view hides. Queries can be slower."
      />
      <SelectField {...props} name="check" label="Check option for written rows" options={checks} />
    </>
  )
}
