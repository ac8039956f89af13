import { type AffectedService, affectedServices } from '@basalt/catalog'

type Props = {
  chosen: readonly AffectedService[]
  onChange: (services: AffectedService[]) => void
}

/** Any number of services, in the order of the catalogue. */
export function ServicesField({ chosen, onChange }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="pb-1.5 font-medium">
        Affected services <span className="text-xs font-normal text-ink-faint">Optional</span>
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {affectedServices.map((service) => (
          <label key={service} className="flex items-center gap-2 pointer-coarse:min-h-8">
            <input
              type="checkbox"
              name="affected_services"
              className="size-4 flex-none"
              checked={chosen.includes(service)}
              onChange={({ target }) =>
                onChange(
                  affectedServices.filter((one) =>
                    one === service ? target.checked : chosen.includes(one),
                  ),
                )
              }
            />
            {service}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
