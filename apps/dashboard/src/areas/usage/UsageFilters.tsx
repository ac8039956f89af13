import { billing, type Usage } from '@basalt/contract/billing/billing'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { formatPeriod } from '../../lib/format/billing-days.ts'
import { query } from '../../lib/network/api.ts'
import { projectsQuery } from '../../lib/session/account.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'

type Props = {
  slug: string
  usage: Usage
  /** A moment of the period that is shown; undefined for this one. */
  at: string | undefined
  project: string | undefined
}

/** Stored in the address, so that the view can be shared. */
export function UsageFilters({ slug, usage, at, project }: Props) {
  return (
    <section aria-label="Filters" className="flex flex-wrap items-end justify-between gap-3">
      <PeriodPicker slug={slug} usage={usage} at={at} />
      <ProjectFilter slug={slug} usage={usage} project={project} />
    </section>
  )
}

function PeriodPicker({ slug, usage, at }: Omit<Props, 'project'>) {
  const change = useSearchParams()
  const before = new Date(Date.parse(usage.period_start) - 1).toISOString()
  const { data: earlier } = useQuery(
    query(billing.usage, { params: { slug }, query: { at: before } }),
  )
  // The first period answers for everything before it.
  const isFirst = earlier?.period_start === usage.period_start
  const noEarlier =
    (isFirst && 'This is the first period') || (earlier === undefined && 'Loading') || undefined
  return (
    <fieldset aria-label="Billing period" className="flex flex-wrap items-center gap-1">
      <IconButton
        icon={ChevronLeft}
        label="Earlier period"
        variant="secondary"
        disabledReason={noEarlier}
        onClick={() => change({ at: before }, { isStep: true })}
      />
      <span aria-live="polite" className="tabular px-2 font-medium whitespace-nowrap">
        {formatPeriod(usage)}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Later period"
        variant="secondary"
        disabledReason={at === undefined ? 'This is the current period' : undefined}
        onClick={() =>
          change({ at: isOver(usage) ? usage.period_end : undefined }, { isStep: true })
        }
      />
      {at !== undefined && (
        <Button variant="ghost" onClick={() => change({ at: undefined }, { isStep: true })}>
          This period
        </Button>
      )}
    </fieldset>
  )
}

/** Whether the period has ended; the last one is the current one. */
const isOver = ({ period_end: end, measured_through: until }: Usage) =>
  Date.parse(end) <= Date.parse(until)

function ProjectFilter({ slug, usage, project = '' }: Omit<Props, 'at'>) {
  const change = useSearchParams()
  const { data: all = [] } = useQuery(projectsQuery())
  const own = all.filter(({ organization_slug: of }) => of === slug)
  const names = new Map(own.map(({ ref, name }) => [ref, name]))
  for (const { projects } of usage.metrics) {
    for (const one of projects) {
      if (!names.has(one.project_ref)) names.set(one.project_ref, `${one.project_name} (removed)`)
    }
  }
  if (project !== '' && !names.has(project)) names.set(project, project)
  return (
    <div className="w-full tablet:w-60">
      <Field label="Project">
        {(control) => (
          <Select
            {...control}
            value={project}
            onChange={({ target }) =>
              change({ project: target.value || undefined }, { isStep: true })
            }
          >
            <option value="">All projects</option>
            {[...names].map(([ref, name]) => (
              <option key={ref} value={ref}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
