import { regionCodes, regionName } from '@basalt/catalog'

type Props = {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Regions that an incident is about: only people with projects there see its banner. */
export function RegionChoices({ chosen, onChange }: Props) {
  const summary =
    chosen.length === 0 ? 'all regions, everyone is notified' : chosen.map(regionName).join(', ')
  const toggle = (code: string, isChosen: boolean) =>
    onChange(regionCodes.filter((one) => (one === code ? isChosen : chosen.includes(one))))
  return (
    <details className="flex flex-col gap-2">
      <summary className="cursor-pointer py-1">
        <span className="font-medium">Regions</span>
        <span className="text-ink-soft">: {summary}</span>
      </summary>
      <fieldset className="grid gap-2 pt-1 tablet:grid-cols-2">
        <legend className="sr-only">Regions</legend>
        {regionCodes.map((code) => (
          <label key={code} className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 flex-none"
              checked={chosen.includes(code)}
              onChange={({ target }) => toggle(code, target.checked)}
            />
            {regionName(code)}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
