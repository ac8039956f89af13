import type { ReactNode } from 'react'

import { useNames } from '../../../product/names/use-names.ts'
import { written } from '../../../product/names/written-name.ts'
import { PickerField } from '../../../ui/PickerField.tsx'
import type { FormProps } from '../model/object-kind.ts'

type Props = Pick<FormProps<never>, 'set' | 'errorOf' | 'projectRef'> & {
  design: object
  name: string
  label: string
  help?: ReactNode
  /** The type that the functions return; triggers call only those without arguments. */
  returns: 'trigger' | 'event_trigger'
}

/** A function that a trigger can call, as its qualified name in SQL. */
export function FunctionField({
  design,
  set,
  errorOf,
  projectRef,
  name,
  returns,
  ...field
}: Props) {
  const names = useNames(projectRef)
  const value: unknown = Reflect.get(design, name)
  const found = (names?.functions ?? []).filter(
    ([, , parameters, result]) => result === returns && parameters === '',
  )
  return (
    <PickerField
      {...field}
      error={errorOf(name)}
      placeholder="Find a function"
      none="Choose a function"
      value={typeof value === 'string' ? value : ''}
      items={found.map(([schema, one, , , , comment]) => ({
        id: `${written(schema)}.${written(one)}`,
        label: one,
        group: schema,
        keywords: [`${schema}.${one}`],
        ...(comment !== null && { detail: comment }),
      }))}
      onPick={(id) => set({ [name]: id })}
    />
  )
}
