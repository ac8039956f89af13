import { logFacetFields, logFilterFields, logSourceNames } from '@basalt/contract/logs/logs'

import { Button } from '../../../ui/Button.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { FacetField } from '../model/facet-labels.ts'
import { listValues, toggleSource, toggleValue } from '../model/filters.ts'
import type { LogPageState } from '../state/use-log-page.ts'
import { FacetSection, type FacetValue } from './FacetSection.tsx'

/** The values of each field with their counts; a click includes or excludes one. */
export function FacetList({ page }: { page: LogPageState }) {
  const { source, hasFacets, facetsError, readFacetsAgain } = page
  if (!hasFacets && facetsError !== null)
    return (
      <div className="flex flex-col items-start gap-2 p-4 text-ink-soft">
        <p>The values to filter by could not be counted. {facetsError.message}</p>
        <Button size="small" onClick={readFacetsAgain}>
          Count again
        </Button>
      </div>
    )
  if (!hasFacets)
    return (
      <div className="p-3">
        <SkeletonRows rows={8} className="h-6" />
      </div>
    )
  const shown = logFacetFields
    .filter((field) => field !== 'source' || source === undefined)
    .map((field) => ({ field, values: listFacetValues(page, field) }))
    .filter(({ values }) => values.length > 0)
  if (shown.length === 0)
    return <p className="p-4 text-ink-soft">No row in this range has a field to filter by.</p>
  return shown.map(({ field, values }) => (
    <FacetSection
      key={field}
      field={field}
      values={values}
      onToggle={(value, isExcluded) => toggle(page, { field, value, isExcluded })}
    />
  ))
}

/** The counted values, after those that are filtered by and have no row. */
function listFacetValues({ view, facets }: LogPageState, field: FacetField): FacetValue[] {
  const counted = facets[field] ?? []
  const [included, excluded] =
    field === 'source'
      ? [view.sources ?? [], []]
      : [listValues(view.filters, field, false), listValues(view.filters, field, true)]
  const missing = [...included, ...excluded].filter(
    (value) => !counted.some((one) => one.value === value),
  )
  return [...missing.map((value) => ({ value, count: undefined })), ...counted].map((one) => ({
    ...one,
    state: getState(one.value, included, excluded),
  }))
}

function getState(value: string, included: readonly string[], excluded: readonly string[]) {
  if (included.includes(value)) return 'included'
  return excluded.includes(value) ? 'excluded' : undefined
}

type Toggle = { field: FacetField; value: string; isExcluded: boolean }

function toggle({ view, change }: LogPageState, { field, value, isExcluded }: Toggle) {
  const filterField = logFilterFields.find((name) => name === field)
  if (filterField !== undefined) {
    change({ filters: toggleValue(view.filters, { field: filterField, value, isExcluded }) })
    return
  }
  const source = logSourceNames.find((name) => name === value)
  if (source !== undefined) change({ sources: toggleSource(view.sources, source, isExcluded) })
}
