import { type RegionEntry, listSmartRegions } from '@basalt/catalog'
import { ChevronDown, Globe } from 'lucide-react'

import { Field } from '../../ui/Field.tsx'
import { inputClass } from '../../ui/Input.tsx'
import type { PickerItem } from '../../ui/picker-props.ts'
import { Picker } from '../../ui/Picker.tsx'
import { Badge } from '../../ui/Status.tsx'
import { guessNearest, regionGroup } from './new-project.ts'

type Props = {
  regions: readonly RegionEntry[]
  region: string
  timeZone: string
  error: string | undefined
  onChange: (code: string) => void
}

/** Distinguishes a part of the world from a region. */
const smart = 'smart:'

export function RegionField({ regions, region, timeZone, error, onChange }: Props) {
  const chosen = regions.find(({ code }) => code === region)
  const nearest = guessNearest(regions, timeZone)
  return (
    <Field label="Region" help={<Guess nearest={nearest} timeZone={timeZone} />} error={error}>
      {({ id, ...control }) => (
        <Picker
          placeholder="Find a region"
          chosen={region}
          onPick={(picked) => onChange(picked.replace(smart, ''))}
          items={regions.map((entry) => getItem(entry, entry.code === nearest?.code))}
          actions={partsOfTheWorld(regions)}
          trigger={
            <button
              type="button"
              id={id}
              {...control}
              aria-label={`Region: ${chosen?.displayName ?? 'none'}`}
              className={inputClass('large', 'flex items-center gap-2 text-left')}
            >
              <span className="min-w-0 flex-1 truncate">
                {chosen?.displayName ?? 'Choose a region'}
              </span>
              <ChevronDown className="text-ink-faint" />
            </button>
          }
        />
      )}
    </Field>
  )
}

const partsOfTheWorld = (regions: readonly RegionEntry[]): PickerItem[] =>
  listSmartRegions(regions).map(({ name, code }) => ({
    id: smart + code,
    label: name,
    icon: Globe,
    detail: (
      <>
        any region: <span className="font-mono">{code}</span>
      </>
    ),
  }))

const getItem = (entry: RegionEntry, isNearest: boolean): PickerItem => ({
  id: entry.code,
  label: entry.displayName,
  group: regionGroup(entry),
  keywords: isNearest ? [entry.code, 'nearest'] : [entry.code],
  detail: (
    <span className="flex items-center gap-2">
      {isNearest && <Badge tone="accent">Nearest</Badge>}
      <span className="font-mono">{entry.code}</span>
    </span>
  ),
})

type GuessProps = { nearest: RegionEntry | undefined; timeZone: string }

/** The nearest region, labelled as a guess. */
function Guess({ nearest, timeZone }: GuessProps) {
  if (nearest === undefined) return 'Choose a region close to your users'
  return `Choose a region close to your users. Nearest to you: ${nearest.displayName}, estimated from your time zone (${timeZone.replaceAll('_', ' ')})`
}
