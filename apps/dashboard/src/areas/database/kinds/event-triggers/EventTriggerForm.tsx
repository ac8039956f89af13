import type { EventTriggerDesign } from '@basalt/pg-model'

import { SelectField } from '../../fields/design-fields.tsx'
import { FunctionField } from '../../fields/FunctionField.tsx'
import { LinesField } from '../../fields/LinesField.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { triggerStates } from '../triggers/trigger-states.ts'

const events = [
  { value: 'ddl_command_start', label: 'Before a schema command' },
  { value: 'ddl_command_end', label: 'After a schema command' },
  { value: 'sql_drop', label: 'After objects were dropped' },
  { value: 'table_rewrite', label: 'Before a table is rewritten' },
  { value: 'login', label: 'At each login' },
]

export function EventTriggerForm(props: FormProps<EventTriggerDesign>) {
  const { design, set } = props
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-2">
        <SelectField
          {...props}
          name="event"
          label="Runs"
          options={events}
          set={({ event }) => set({ event, ...(event === 'login' && { tags: [] }) })}
        />
        <FunctionField {...props} name="function" label="Function" returns="event_trigger" />
      </div>
      {design.event !== 'login' && (
        <LinesField
          {...props}
          name="tags"
          label="Only for the commands"
          help="For example CREATE TABLE or DROP INDEX. Leave empty for all commands of the event."
        />
      )}
      <SelectField {...props} name="enabled" label="Enabled" options={triggerStates} />
    </>
  )
}
