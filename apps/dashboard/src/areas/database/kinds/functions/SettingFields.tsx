import type { FunctionDesign } from '@basalt/pg-model'
import { Plus, X } from 'lucide-react'

import { Button } from '../../../../ui/Button.tsx'
import { TextField } from '../../fields/design-fields.tsx'
import type { FormProps } from '../../model/object-kind.ts'

type Setting = FunctionDesign['settings'][number]

/** Settings that hold while the function runs. */
export function SettingFields({ design, set, errorOf }: FormProps<FunctionDesign>) {
  const list = design.settings
  const setList = (next: Setting[]) => set({ settings: next })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">Settings while it runs</legend>
      {list.map((one, at) => {
        const fields = {
          design: one,
          set: (part: object) =>
            setList(list.map((old, place) => (place === at ? { ...old, ...part } : old))),
          errorOf: (name: string) => errorOf(`settings.${at}.${name}`),
        }
        return (
          <div key={at} className="grid items-end gap-2 tablet:grid-cols-[1fr_2fr_auto]">
            <TextField {...fields} name="name" label="Name" />
            <TextField {...fields} name="value" label="Value" placeholder="Empty" />
            <Button
              icon={X}
              aria-label={`Remove setting ${at + 1}`}
              onClick={() => setList(list.filter((_, place) => place !== at))}
            />
          </div>
        )
      })}
      <div>
        <Button
          icon={Plus}
          onClick={() =>
            setList([...list, { name: list.length === 0 ? 'search_path' : '', value: '' }])
          }
        >
          Add setting
        </Button>
      </div>
    </fieldset>
  )
}
