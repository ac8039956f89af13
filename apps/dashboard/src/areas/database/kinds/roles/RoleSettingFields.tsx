import { databaseParameters } from '@basalt/contract/database/parameters'
import type { RoleDesign, RoleSetting } from '@basalt/pg-model'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'

import { query } from '../../../../lib/network/api.ts'
import { Button } from '../../../../ui/Button.tsx'
import { PickerField } from '../../../../ui/PickerField.tsx'
import { OptionalTextField, TextField } from '../../fields/design-fields.tsx'
import type { FormProps } from '../../model/object-kind.ts'

const blank: RoleSetting = { database: null, name: '', value: '' }

/** Settings that sessions of the role start with, in all databases or in one. */
export function RoleSettingFields({ design, set, errorOf, projectRef }: FormProps<RoleDesign>) {
  const { data = [] } = useQuery(query(databaseParameters.list, { params: { ref: projectRef } }))
  const list = design.settings
  const setList = (settings: RoleSetting[]) => set({ settings })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium">Settings of its sessions</legend>
      {list.map((one, at) => {
        const parameter = data.find(({ name }) => name === one.name)
        const fields = {
          design: one,
          set: (part: object) => setList(list.with(at, { ...one, ...part })),
          errorOf: (name: string) => errorOf(`settings.${at}.${name}`),
        }
        return (
          <div key={at} className="grid items-end gap-2 tablet:grid-cols-[2fr_2fr_1fr_auto]">
            <PickerField
              label="Parameter"
              error={fields.errorOf('name')}
              placeholder="Find a parameter"
              none="Choose a parameter"
              value={one.name}
              items={data.map(({ name, description }) => ({
                id: name,
                label: name,
                keywords: [description],
              }))}
              onPick={(name) => fields.set({ name })}
            />
            <TextField
              {...fields}
              name="value"
              label="Value"
              placeholder={parameter?.default_value ?? 'Empty'}
            />
            <OptionalTextField
              {...fields}
              name="database"
              label="Database"
              hint=""
              placeholder="All"
            />
            <Button
              icon={X}
              aria-label={`Remove setting ${at + 1}`}
              onClick={() => setList(list.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      <Button className="self-start" icon={Plus} onClick={() => setList([...list, blank])}>
        Add setting
      </Button>
    </fieldset>
  )
}
