import { X } from 'lucide-react'

import { logSourceLabel } from '../../../lib/log-sources.ts'
import { Button } from '../../../ui/Button.tsx'
import { facetLabels, valueLabel } from '../model/facet-labels.ts'
import { toggleValue } from '../model/filters.ts'
import { isFiltered, type LogView, withoutFilters } from '../model/log-view.ts'
import type { LogPageState } from '../state/use-log-page.ts'

type Chip = { label: string; without: Partial<LogView> }

/** The filters of the view; each can be removed. */
export function ActiveFilters({ page: { view, change } }: { page: LogPageState }) {
  if (!isFiltered(view)) return null
  return (
    <ul
      aria-label="Active filters"
      className="flex flex-none flex-wrap items-center gap-1 border-b border-line px-4 py-1.5"
    >
      {listChips(view).map(({ label, without }) => (
        <li key={label} className="min-w-0">
          <button
            type="button"
            className="flex h-6 max-w-full items-center gap-1 rounded-control bg-accent-wash px-2 text-xs text-accent-ink hover:bg-pressed pointer-coarse:h-10"
            onClick={() => change(without)}
          >
            <span className="truncate">{label}</span>
            <X className="size-3! flex-none" />
            <span className="sr-only">Remove filter</span>
          </button>
        </li>
      ))}
      <li>
        <Button size="small" variant="ghost" onClick={() => change(withoutFilters)}>
          Clear filters
        </Button>
      </li>
    </ul>
  )
}

function listChips({ filters, search, pattern, sources }: LogView): Chip[] {
  return [
    ...(search === '' ? [] : [{ label: `“${search}”`, without: { search: '' } }]),
    ...(pattern === undefined
      ? []
      : [{ label: 'Messages of one pattern', without: { pattern: undefined } }]),
    ...(sources ?? []).map((source) => ({
      label: `Source: ${logSourceLabel(source)}`,
      without: { sources: removeFrom(sources ?? [], source) },
    })),
    ...filters.flatMap(({ field, values, excludes = false }) =>
      values.map((value) => ({
        label: `${facetLabels[field]}${excludes ? ' is not' : ':'} ${valueLabel(field, value)}`,
        without: { filters: toggleValue(filters, { field, value, isExcluded: excludes }) },
      })),
    ),
  ]
}

function removeFrom<Name>(names: readonly Name[], name: Name): readonly Name[] | undefined {
  const rest = names.filter((one) => one !== name)
  return rest.length === 0 ? undefined : rest
}
