import type { Project } from '@basalt/contract/project/project-reading'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { actionGroups } from './action-labels.ts'
import { type AuditFilter, getDay } from './audit-filter.ts'

type Props = { filter: AuditFilter; projects: readonly Pick<Project, 'ref' | 'name'>[] }

const nothing: Record<keyof AuditFilter, undefined> = {
  date_start: undefined,
  date_end: undefined,
  actor: undefined,
  action: undefined,
  project: undefined,
  outcome: undefined,
}

const outcomes = [
  { id: 'done', label: 'Succeeded' },
  { id: 'refused', label: 'Denied' },
  { id: 'failed', label: 'Failed' },
]

/** All filters are in the address, so that a view of the log can be shared. */
export function AuditFilters({ filter, projects }: Props) {
  const change = useSearchParams()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const bind = (name: keyof AuditFilter, options?: { isStep: true }) => ({
    value: filter[name] ?? '',
    onChange: (value: string) => change({ [name]: value || undefined }, options),
  })
  const bindChoice = (name: keyof AuditFilter) => bind(name, { isStep: true })
  const [from, to] = [getDay(filter.date_start), getDay(filter.date_end)]

  return (
    <section aria-label="Filters" className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <Text label="From" type="date" max={to} {...bind('date_start')} value={from} />
      <Text label="To" type="date" min={from} {...bind('date_end')} value={to} />
      <Text label="User" type="search" placeholder="Name or email" {...bind('actor')} />
      <Choice label="Action" all="All actions" options={actionGroups} {...bindChoice('action')} />
      {projects.length > 0 && (
        <Choice
          label="Project"
          all="All projects"
          options={projects.map(({ ref, name }) => ({ id: ref, label: name }))}
          {...bindChoice('project')}
        />
      )}
      <Choice label="Result" all="Any" options={outcomes} {...bindChoice('outcome')} />
      {isFiltered && (
        <Button variant="ghost" onClick={() => change(nothing, { isStep: true })}>
          Clear filters
        </Button>
      )}
    </section>
  )
}

type BoundProps = { label: string; value: string; onChange: (value: string) => void }
type TextProps = BoundProps & {
  type: 'date' | 'search'
  min?: string
  max?: string
  placeholder?: string
}

const Text = ({ label, onChange, min, max, ...rest }: TextProps) => (
  <Field label={label}>
    {(control) => (
      <Input
        {...control}
        {...rest}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

type ChoiceProps = BoundProps & { all: string; options: readonly { id: string; label: string }[] }

function Choice({ label, all, options, value, onChange }: ChoiceProps) {
  // An action in the address that is no group, such as `project.renamed`, is kept and shown.
  const isKnown = value === '' || options.some(({ id }) => id === value)
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{all}</option>
          {!isKnown && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
