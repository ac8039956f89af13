import type { SequenceDesign } from '@basalt/pg-model'

import {
  CheckField,
  OptionalTextField,
  SelectField,
  TextField,
} from '../../fields/design-fields.tsx'
import type { FormProps } from '../../model/object-kind.ts'

const types = ['smallint', 'integer', 'bigint'].map((value) => ({ value, label: value }))

export function SequenceForm(props: FormProps<SequenceDesign>) {
  const { isNew } = props
  return (
    <>
      <SelectField {...props} name="data_type" label="Type" options={types} />
      <div className="grid gap-4 tablet:grid-cols-2">
        <TextField {...props} name="increment" label="Increment" placeholder="1" />
        <TextField {...props} name="start" label="Start" placeholder="The lowest number" />
        <TextField {...props} name="min" label="Minimum" placeholder="1" />
        <TextField {...props} name="max" label="Maximum" placeholder="The limit of the type" />
        <TextField
          {...props}
          name="cache"
          label="Numbers per session"
          placeholder="1"
          help="Each session reserves this many at a time. Unused numbers are lost."
        />
        {!isNew && (
          <OptionalTextField
            {...props}
            name="next"
            label="Next number"
            placeholder="Unchanged"
            help="Restarts the sequence with this number"
          />
        )}
      </div>
      <CheckField {...props} name="cycles" label="Cycle after the last number" />
      <OptionalTextField
        {...props}
        name="owned_by"
        label="Owned by column"
        placeholder="public.orders.id"
        help="The sequence is dropped with the column. Both need the same schema and owner."
      />
    </>
  )
}
