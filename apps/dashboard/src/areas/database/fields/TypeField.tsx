import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

import { typeItems, typesQuery } from '../../../product/names/type-items.ts'
import type { PickerItem } from '../../../ui/picker-props.ts'
import { PickerField } from '../../../ui/PickerField.tsx'
import type { FormProps } from '../model/object-kind.ts'

type Props = Pick<FormProps<never>, 'set' | 'errorOf' | 'projectRef'> & {
  design: object
  name: string
  label: string
  help?: ReactNode
  hint?: ReactNode
  /** Types beyond those of columns, before them. */
  more?: readonly PickerItem[]
  /** The text of an empty field, which is then a choice too. */
  none?: string
  isInList?: boolean
}

/** A type of the database, or any other that PostgreSQL reads as one. */
export function TypeField({ design, set, errorOf, projectRef, name, more, ...field }: Props) {
  const { data } = useQuery(typesQuery(projectRef))
  const items = useMemo(() => [...(more ?? []), ...typeItems(data ?? [])], [data, more])
  const value: unknown = Reflect.get(design, name)
  const { none } = field
  return (
    <PickerField
      {...field}
      error={errorOf(name)}
      placeholder="Find a type"
      value={typeof value === 'string' ? value : ''}
      items={items}
      {...(none !== undefined && { actions: [{ id: '', label: none }] })}
      onPick={(id) => set({ [name]: id })}
    />
  )
}
