import type { PolicyDesign } from '@basalt/pg-model'

import { written } from '../../../../product/names/written-name.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/Input.tsx'
import { SelectField } from '../../fields/design-fields.tsx'
import { RolesField } from '../../fields/RolesField.tsx'
import { SqlField } from '../../fields/SqlField.tsx'
import { TableField } from '../../fields/TableField.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { policyTemplates } from './policy-templates.ts'

type Command = PolicyDesign['command']

const commands = (['all', 'select', 'insert', 'update', 'delete'] as const).map((value) => ({
  value,
  label: value === 'all' ? 'All commands' : value.toUpperCase(),
}))

const kinds = [
  { value: 'permissive', label: 'Permissive: at least one must allow a row' },
  { value: 'restrictive', label: 'Restrictive: all must allow a row' },
]

const states = [
  { value: 'off', label: 'Off: policies are not applied' },
  { value: 'on', label: 'On: except for the table owner' },
  { value: 'forced', label: 'Forced: also for the table owner' },
]

export function PolicyForm(props: FormProps<PolicyDesign>) {
  const { design, set, isNew } = props
  const { command } = design
  return (
    <>
      {isNew && <TemplateField onChoose={set} />}
      <div className="grid gap-4 tablet:grid-cols-2">
        {isNew && <TableField {...props} name="table" label="Table" kinds={['r', 'p']} />}
        <SelectField
          {...props}
          name="command"
          label="Command"
          options={commands}
          set={(part) => set(withCommand(design, part['command'] as Command))}
        />
        <SelectField
          {...props}
          design={{ kind: design.is_permissive ? 'permissive' : 'restrictive' }}
          set={({ kind }) => set({ is_permissive: kind === 'permissive' })}
          name="kind"
          label="Kind"
          options={kinds}
        />
        <SelectField
          {...props}
          name="row_security"
          label="Row-level security of the table"
          options={states}
        />
      </div>
      <RolesField {...props} name="roles" label="Roles" none="PUBLIC: every role" />
      {command !== 'insert' && (
        <ExpressionField
          {...props}
          name="using"
          label="USING"
          help="Existing rows that the role can read, change or delete"
        />
      )}
      {command !== 'select' && command !== 'delete' && (
        <ExpressionField
          {...props}
          name="check"
          label="WITH CHECK"
          help={
            command === 'insert'
              ? 'New rows that the role can write'
              : 'New rows that the role can write. Defaults to the USING expression.'
          }
        />
      )}
    </>
  )
}

/** An empty expression is none. */
function ExpressionField(
  props: FormProps<PolicyDesign> & { name: 'using' | 'check'; label: string; help: string },
) {
  const { name, set, design } = props
  return (
    <SqlField
      {...props}
      set={(part) => set({ [name]: part[name] || null })}
      frame={design.table === '' ? undefined : rowsOf(design)}
    />
  )
}

const rowsOf = ({ schema, table }: PolicyDesign) => ({
  before: `select * from ${written(schema)}.${written(table)} where (`,
  after: ')',
})

/** INSERT has no existing rows; SELECT and DELETE write none. */
const withCommand = ({ using, check }: PolicyDesign, command: Command): Partial<PolicyDesign> => ({
  command,
  using: command === 'insert' ? null : using,
  check: command === 'select' || command === 'delete' ? null : check,
})

function TemplateField({ onChoose }: { onChoose: (part: Partial<PolicyDesign>) => void }) {
  return (
    <Field
      label="Start from a template"
      hint="Optional"
      help="Fills the form. Replace the names of columns and tables with yours."
    >
      {(control) => (
        <Select
          {...control}
          size="large"
          defaultValue=""
          onChange={({ target }) => {
            const chosen = policyTemplates.find(({ label }) => label === target.value)
            if (chosen !== undefined) onChoose(chosen.design)
          }}
        >
          <option value="">No template</option>
          {policyTemplates.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
