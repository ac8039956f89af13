import type { FunctionDesign } from '@basalt/pg-model'

import {
  CheckField,
  OptionalTextField,
  SelectField,
  SqlField,
  TextField,
} from '../../fields/design-fields.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { ArgumentFields } from './ArgumentFields.tsx'
import { SettingFields } from './SettingFields.tsx'

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

export function FunctionForm(props: FormProps<FunctionDesign>) {
  const { design } = props
  const isFunction = design.kind === 'function'
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-2">
        <SelectField {...props} name="kind" label="Kind" options={options(kinds)} />
        <TextField {...props} name="language" label="Language" placeholder="plpgsql" />
      </div>
      <ArgumentFields {...props} />
      {isFunction && (
        <OptionalTextField
          {...props}
          name="returns"
          label="Returns"
          placeholder="setof public.orders"
          help="Empty where output arguments say it"
        />
      )}
      {design.language === 'sql' && (
        <SelectField {...props} name="body_style" label="Body is" options={bodyStyles} />
      )}
      <SqlField {...props} name="body" label="Body" rows={14} />
      <SettingFields {...props} />
      <CheckField
        {...props}
        name="security_definer"
        label="Security definer"
        help="It runs with its owner's rights: set search_path, so that callers cannot replace what it uses"
      />
      {isFunction && <Planning {...props} />}
    </>
  )
}

/** Assumptions of the planner. */
function Planning(props: FormProps<FunctionDesign>) {
  return (
    <>
      <CheckField {...props} name="strict" label="Return NULL when an argument is NULL" />
      <CheckField
        {...props}
        name="leakproof"
        label="Leakproof"
        help="It reveals nothing about its arguments. Only superusers may say so."
      />
      <div className="grid gap-4 tablet:grid-cols-2">
        <SelectField {...props} name="volatility" label="Volatility" options={volatilities} />
        <SelectField {...props} name="parallel" label="Parallel" options={options(safeties)} />
        <TextField {...props} name="cost" label="Cost per row" placeholder="100" />
        <TextField {...props} name="rows" label="Expected rows" placeholder="1000" />
      </div>
    </>
  )
}

const kinds = ['function', 'procedure']
const safeties = ['unsafe', 'restricted', 'safe']

const bodyStyles = [
  { value: 'text', label: 'Text that is parsed at each call' },
  { value: 'sql', label: 'RETURN … or BEGIN ATOMIC … END, parsed now' },
]

const volatilities = [
  { value: 'volatile', label: 'Volatile: may change data' },
  { value: 'stable', label: 'Stable: same result within a statement' },
  { value: 'immutable', label: 'Immutable: same result for ever' },
]
