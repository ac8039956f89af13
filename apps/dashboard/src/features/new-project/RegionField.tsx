import type { RegionEntry } from '@basalt/catalog'
import { ChevronDown } from 'lucide-react'

import { Field } from '../../ui/Field.tsx'
import { inputClass } from '../../ui/Input.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { regionGroup } from './new-project.ts'

type Props = {
  regions: readonly RegionEntry[]
  region: string
  error: string | undefined
  onChange: (code: string) => void
}

export function RegionField({ regions, region, error, onChange }: Props) {
  const chosen = regions.find(({ code }) => code === region)
  return (
    <Field label="Region" help="Close to the people who use it" error={error}>
      {({ id, ...control }) => (
        <Picker
          placeholder="Find a region"
          chosen={region}
          onPick={onChange}
          items={regions.map((entry) => ({
            id: entry.code,
            label: entry.displayName,
            group: regionGroup(entry),
            detail: <span className="font-mono">{entry.code}</span>,
            keywords: [entry.code],
          }))}
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
              <ChevronDown aria-hidden className="text-ink-faint" />
            </button>
          }
        />
      )}
    </Field>
  )
}
