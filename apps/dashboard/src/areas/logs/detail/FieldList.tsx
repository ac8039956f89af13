import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { CircleMinus, Funnel } from 'lucide-react'

import { formatExact } from '../../../lib/format/format-time.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { facetLabels } from '../model/facet-labels.ts'
import { type Field, listFields } from '../model/fields.ts'
import { toggleValue } from '../model/filters.ts'
import type { LogPageState } from '../state/use-log-page.ts'

type Props = {
  row: LogRowEntry & { metadata: Record<string, unknown> }
  page: LogPageState
}

/** Every field of a row, to copy it or to filter by it. */
export function FieldList({ row, page }: Props) {
  return (
    <>
      <section aria-label="Message" className="flex flex-col gap-1">
        <pre className="max-h-64 overflow-auto rounded-control bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {row.message}
        </pre>
        <span className="flex flex-wrap items-center justify-between gap-2 text-ink-soft">
          {formatExact(row.at)}
          <CopyButton text={row.message} label="Copy message" size="small" />
        </span>
      </section>
      <dl aria-label="Fields" className="flex flex-col">
        {listFields(row).map((field) => (
          <FieldRow key={field.path} field={field} page={page} />
        ))}
      </dl>
    </>
  )
}

function FieldRow({ field, page }: { field: Field; page: LogPageState }) {
  const { path, text, filter } = field
  return (
    <div className="group grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-2 border-t border-line py-0.5 text-xs">
      <dt title={path} className="truncate font-mono text-ink-faint">
        {path.replace(/^metadata\./u, '')}
      </dt>
      <dd className="line-clamp-4 font-mono break-all">{text}</dd>
      <dd className="flex">
        {filter !== undefined && <FilterButtons filter={filter} page={page} />}
        <CopyButton isIcon size="small" text={text} label={`Copy ${path}`} />
      </dd>
    </div>
  )
}

type FilterProps = { filter: NonNullable<Field['filter']>; page: LogPageState }

function FilterButtons({ filter, page: { view, change } }: FilterProps) {
  const label = facetLabels[filter.field]
  const toggle = (isExcluded: boolean) =>
    change({ filters: toggleValue(view.filters, { ...filter, isExcluded }) })
  return (
    <>
      <IconButton
        icon={Funnel}
        size="small"
        label={`Filter by this ${label}`}
        onClick={() => toggle(false)}
      />
      <IconButton
        icon={CircleMinus}
        size="small"
        label={`Exclude this ${label}`}
        onClick={() => toggle(true)}
      />
    </>
  )
}
