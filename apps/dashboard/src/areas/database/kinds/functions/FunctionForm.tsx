import type { FunctionDesign } from '@basalt/pg-model'

import { useNames } from '../../../../product/names/use-names.ts'
import { CheckField, SelectField, TextField } from '../../fields/design-fields.tsx'
import { PickerField } from '../../fields/PickerField.tsx'
import { SqlField } from '../../fields/SqlField.tsx'
import { TypeField } from '../../fields/TypeField.tsx'
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
        <LanguageField {...props} />
      </div>
      <ArgumentFields {...props} />
      {isFunction && (
        <TypeField
          {...props}
          set={(part) => props.set({ returns: part['returns'] || null })}
          name="returns"
          label="Returns"
          more={resultTypes}
          none="As the output arguments say"
          help="For rows, type setof before a type or table: setof public.orders"
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

function LanguageField({ design, set, errorOf, projectRef }: FormProps<FunctionDesign>) {
  const names = useNames(projectRef)
  return (
    <PickerField
      label="Language"
      error={errorOf('language')}
      placeholder="Find a language"
      value={design.language}
      items={(names?.languages ?? []).map((id) => ({ id, label: id }))}
      onPick={(language) => set({ language })}
    />
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

/** Types that only results have. */
const resultTypes = ['void', 'trigger', 'event_trigger', 'record', 'setof record'].map((id) => ({
  id,
  label: id,
  group: 'Results',
}))

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
