import type { FunctionDesign } from '@basalt/pg-model'

import { useNames } from '../../../../product/names/use-names.ts'
import { PickerField } from '../../../../ui/PickerField.tsx'
import { CheckField, SelectField, TextField } from '../../fields/design-fields.tsx'
import { SqlField } from '../../fields/SqlField.tsx'
import { TypeField } from '../../fields/TypeField.tsx'
import type { FormProps } from '../../model/object-kind.ts'
import { ArgumentFields } from './ArgumentFields.tsx'
import { readBody } from './body-names.ts'
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
          none="From the output arguments"
          help="To return rows, write setof before the type or table: setof public.orders"
        />
      )}
      {design.language === 'sql' && (
        <SelectField {...props} name="body_style" label="Body format" options={bodyStyles} />
      )}
      <SqlField {...props} name="body" label="Body" rows={14} body={readBody(design)} />
      <SettingFields {...props} />
      <CheckField
        {...props}
        name="security_definer"
        label="Security definer"
        help="Runs with the owner's privileges. Set search_path, so that callers cannot replace the objects that it uses."
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
        help="Reveals nothing about its arguments"
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
  { value: 'text', label: 'Text, parsed at each call' },
  { value: 'sql', label: 'RETURN … or BEGIN ATOMIC … END, parsed when saved' },
]

const volatilities = [
  { value: 'volatile', label: 'Volatile: may change data' },
  { value: 'stable', label: 'Stable: same result within a statement' },
  { value: 'immutable', label: 'Immutable: always the same result' },
]
