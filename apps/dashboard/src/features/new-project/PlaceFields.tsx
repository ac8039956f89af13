import { type CloudProvider, cloudProviders, providerNames } from '@basalt/catalog'

import type { FieldErrors } from '../../lib/form.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { suggestRegion } from './new-project.ts'
import { RegionField } from './RegionField.tsx'

type Place = { cloud_provider: CloudProvider; region: string }

type Props = Place & {
  timeZone: string
  development: boolean
  errors: FieldErrors
  onChange: (place: Partial<Place>) => void
}

/** Whose machines the project runs on, and where they stand. */
export function PlaceFields(props: Props) {
  const { cloud_provider: provider, region, timeZone, development, errors, onChange } = props
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <Field label="Cloud provider" error={errors['cloud_provider']}>
        {(control) => (
          <Select
            {...control}
            size="large"
            value={provider}
            onChange={(event) => {
              const chosen = event.target.value as CloudProvider
              onChange({
                cloud_provider: chosen,
                region: suggestRegion(chosen, timeZone, development),
              })
            }}
          >
            {cloudProviders.map((one) => (
              <option key={one} value={one}>
                {providerNames[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <RegionField
        provider={provider}
        region={region}
        timeZone={timeZone}
        error={errors['region']}
        onChange={(code) => onChange({ region: code })}
      />
    </div>
  )
}
