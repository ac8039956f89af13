import type { FunctionArgument, FunctionDesign } from '@basalt/pg-model'
import { Plus, X } from 'lucide-react'

import { Button } from '../../../../ui/Button.tsx'
import { OptionalTextField, SelectField, TextField } from '../../fields/design-fields.tsx'
import { TypeField } from '../../fields/TypeField.tsx'
import type { FormProps } from '../../model/object-kind.ts'

const modes = [
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
  { value: 'inout', label: 'In and out' },
  { value: 'variadic', label: 'Variadic' },
  { value: 'table', label: 'Result column' },
]

const blank: FunctionArgument = { mode: 'in', name: '', type: 'text', default: null }

export function ArgumentFields({ design, set, errorOf, projectRef }: FormProps<FunctionDesign>) {
  const list = design.arguments
  const setList = (next: FunctionArgument[]) => set({ arguments: next })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">Arguments</legend>
      {list.map((one, at) => {
        const fields = {
          design: one,
          set: (part: object) =>
            setList(list.map((old, place) => (place === at ? { ...old, ...part } : old))),
          errorOf: (name: string) => errorOf(`arguments.${at}.${name}`),
          projectRef,
        }
        return (
          <div key={at} className="grid items-end gap-2 tablet:grid-cols-[1fr_1fr_1fr_1fr_auto]">
            <SelectField {...fields} name="mode" label="Mode" options={modes} />
            <TextField {...fields} name="name" label="Name" />
            <TypeField {...fields} name="type" label="Type" />
            <OptionalTextField {...fields} name="default" label="Default" hint="" />
            <Button
              icon={X}
              aria-label={`Remove argument ${at + 1}`}
              onClick={() => setList(list.filter((_, place) => place !== at))}
            />
          </div>
        )
      })}
      <div>
        <Button icon={Plus} onClick={() => setList([...list, blank])}>
          Add argument
        </Button>
      </div>
    </fieldset>
  )
}
