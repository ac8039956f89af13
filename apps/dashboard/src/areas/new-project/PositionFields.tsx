import { type CloudProvider, providerNames } from '@basalt/catalog'
import type { Install } from '@basalt/contract/utility'

import type { FieldErrors } from '../../lib/forms/field-errors.ts'
import { useInstall } from '../../lib/install.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { offeredProviders, offeredRegions, suggestRegion } from './new-project.ts'
import { RegionField } from './RegionField.tsx'

type Props = {
  place: Install['placements'][number]
  timeZone: string
  errors: FieldErrors
  onChange: (place: Props['place']) => void
}

/** Provider and region of the project, from the engine's placements. */
export function PositionFields({ place, timeZone, errors, onChange }: Props) {
  const { placements, development } = useInstall()
  const { cloud_provider: provider, region } = place
  const chooseProvider = (chosen: CloudProvider) =>
    onChange({
      cloud_provider: chosen,
      region: suggestRegion(offeredRegions(placements, chosen), timeZone, development),
    })
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <Field label="Cloud provider" error={errors['cloud_provider']}>
        {(control) => (
          <Select
            {...control}
            size="large"
            value={provider}
            onChange={(event) => chooseProvider(event.target.value as CloudProvider)}
          >
            {offeredProviders(placements).map((one) => (
              <option key={one} value={one}>
                {providerNames[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <RegionField
        regions={offeredRegions(placements, provider)}
        region={region}
        timeZone={timeZone}
        error={errors['region']}
        onChange={(code) => onChange({ ...place, region: code })}
      />
    </div>
  )
}
