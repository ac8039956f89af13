import { clsx } from 'clsx'
import { CircleMinus } from 'lucide-react'

import { formatCount } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { type FacetField, facetLabels, valueLabel } from '../model/facet-labels.ts'

export type FacetValue = {
  value: string
  /** Undefined for a value of a filter that no row has. */
  count: number | undefined
  state: 'included' | 'excluded' | undefined
}

type Props = {
  field: FacetField
  values: readonly FacetValue[]
  onToggle: (value: string, isExcluded: boolean) => void
}

/** One field: its values, most frequent first. */
export function FacetSection({ field, values, onToggle }: Props) {
  const label = facetLabels[field]
  return (
    <details open className="border-b border-line py-1">
      <summary className="flex h-7 cursor-pointer items-center px-3 text-xs font-medium text-ink-soft hover:text-ink pointer-coarse:h-10">
        {label}
      </summary>
      <ul aria-label={label} className="flex flex-col pb-1">
        {values.map(({ value, count, state }) => (
          <li key={value} className="group flex items-center pr-1 pl-3 hover:bg-hover">
            <label className="flex min-h-7 min-w-0 flex-1 cursor-pointer items-center gap-2 pointer-coarse:min-h-10">
              <input
                type="checkbox"
                className="size-3.5 flex-none"
                checked={state === 'included'}
                onChange={() => onToggle(value, false)}
              />
              <span
                title={value}
                className={clsx(
                  'min-w-0 flex-1 truncate text-xs',
                  (field === 'path' || field === 'code') && 'font-mono',
                  state === 'excluded' && 'text-ink-faint line-through',
                )}
              >
                {valueLabel(field, value)}
              </span>
              <span className="tabular text-xs text-ink-faint">
                {count === undefined ? '–' : formatCount(count)}
              </span>
            </label>
            <IconButton
              icon={CircleMinus}
              size="small"
              label={`${state === 'excluded' ? 'Stop excluding' : 'Exclude'} ${valueLabel(field, value)}`}
              aria-pressed={state === 'excluded'}
              className={clsx(
                state === 'excluded'
                  ? 'text-bad'
                  : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
              )}
              onClick={() => onToggle(value, true)}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
