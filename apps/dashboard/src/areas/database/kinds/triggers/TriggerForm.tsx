import type { TriggerDesign, TriggerEvent } from '@basalt/pg-model'

import { written } from '../../../../product/names/written-name.ts'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { CheckField, OptionalTextField, SelectField } from '../../fields/design-fields.tsx'
import { FunctionField } from '../../fields/FunctionField.tsx'
import { LinesField } from '../../fields/LinesField.tsx'
import { SqlField } from '../../fields/SqlField.tsx'
import { TableField } from '../../fields/TableField.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { triggerStates } from './trigger-states.ts'

const option = (value: string, label: string) => ({ value, label })

export function TriggerForm(props: FormProps<TriggerDesign>) {
  const { design } = props
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-2">
        <TableField {...props} name="table" label="Table" kinds={['r', 'p', 'v', 'f']} />
        <FunctionField {...props} name="function" label="Function" returns="trigger" />
        <SelectField {...props} name="timing" label="Runs" options={timings} />
        <SelectField {...props} name="level" label="For each" options={levels} />
      </div>
      <EventFields {...props} />
      {design.events.includes('update') && (
        <LinesField {...props} name="columns" label="Only updates of the columns" />
      )}
      <SqlField
        {...props}
        set={(part) => props.set({ when: part['when'] || null })}
        name="when"
        label="When"
        hint="Optional"
        rows={2}
        placeholder="old.* is distinct from new.*"
        frame={design.table === '' ? undefined : rowsOf(design)}
      />
      <LinesField {...props} name="arguments" label="Arguments" />
      {design.timing === 'after' && <AfterFields {...props} />}
      <SelectField {...props} name="enabled" label="Enabled" options={triggerStates} />
    </>
  )
}

/** The rows before and after a change have the columns of the table. */
function rowsOf({ schema, table }: TriggerDesign) {
  const name = `${written(schema)}.${written(table)}`
  return { before: `select * from ${name} as new, ${name} as old where (`, after: ')' }
}

function EventFields({ design, set, errorOf }: FormProps<TriggerDesign>) {
  const error = errorOf('events')
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">Events</legend>
      {events.map((event) => (
        <Checkbox
          key={event}
          label={event}
          isChecked={design.events.includes(event)}
          onChange={(isChecked) => {
            const next = events.filter((one) =>
              one === event ? isChecked : design.events.includes(one),
            )
            set({ events: next, ...(!next.includes('update') && { columns: [] }) })
          }}
        />
      ))}
      {error !== undefined && <p className="text-bad">{error}</p>}
    </fieldset>
  )
}

/** Transition tables and constraint triggers. */
function AfterFields(props: FormProps<TriggerDesign>) {
  const { design } = props
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-2">
        <OptionalTextField {...props} name="old_table" label="Table of old rows" />
        <OptionalTextField {...props} name="new_table" label="Table of new rows" />
      </div>
      <CheckField {...props} name="is_constraint" label="Constraint trigger" />
      {design.is_constraint && (
        <div className="grid gap-4 tablet:grid-cols-2">
          <SelectField {...props} name="deferrable" label="Deferrable" options={deferrables} />
          <TableField
            {...props}
            name="referenced"
            label="Referenced table"
            hint="Optional"
            isQualified
            kinds={['r', 'p']}
          />
        </div>
      )}
    </>
  )
}

const events: readonly TriggerEvent[] = ['insert', 'update', 'delete', 'truncate']
const timings = [
  option('before', 'Before the change'),
  option('after', 'After the change'),
  option('instead of', 'Instead of the change'),
]
const levels = [option('row', 'Row'), option('statement', 'Statement')]
const deferrables = [
  option('no', 'No'),
  option('immediate', 'Yes, initially immediate'),
  option('deferred', 'Yes, initially deferred'),
]
