import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { organizationsQuery, projectsQuery } from '../../../lib/session/account.ts'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import type { TokenForm } from './token-form.ts'

type Props = {
  form: TokenForm
  errors: Record<string, string>
  onChange: (change: Partial<TokenForm>) => void
}

const reaches = [
  { value: 'all', label: 'Everywhere', note: 'All your organizations and projects' },
  { value: 'organizations', label: 'Organizations', note: 'Including all their projects' },
  { value: 'projects', label: 'Projects', note: 'Without access to their organizations' },
] as const

/** The organizations and projects of a token. */
export function ReachFields({ form, errors, onChange }: Props) {
  return (
    <>
      <ChoiceCards
        label="Access"
        choices={reaches}
        value={form.reach}
        onChange={(reach) => onChange({ reach })}
      />
      {form.reach === 'organizations' && (
        <Organizations form={form} errors={errors} onChange={onChange} />
      )}
      {form.reach === 'projects' && <Projects form={form} errors={errors} onChange={onChange} />}
    </>
  )
}

function Organizations({ form, errors, onChange }: Props) {
  const { data } = useSuspenseQuery(organizationsQuery())
  return (
    <CheckList
      label="Organizations"
      items={data.map(({ slug, name }) => ({ id: slug, name, detail: slug }))}
      chosen={form.slugs}
      error={errors['organization_slugs']}
      onChange={(slugs) => onChange({ slugs })}
    />
  )
}

function Projects({ form, errors, onChange }: Props) {
  const { data } = useSuspenseQuery(projectsQuery())
  return (
    <CheckList
      label="Projects"
      items={data.map(({ ref, name, organization_slug }) => ({
        id: ref,
        name,
        detail: organization_slug,
      }))}
      chosen={form.refs}
      error={errors['project_refs']}
      onChange={(refs) => onChange({ refs })}
    />
  )
}

type CheckListProps = {
  label: string
  items: readonly { id: string; name: string; detail: string }[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** With so many, a search field is faster than scrolling. */
const manyItems = 8

function CheckList({ label, items, chosen, error, onChange }: CheckListProps) {
  const [search, setSearch] = useState('')
  const shown = items.filter(({ name, detail }) =>
    `${name} ${detail}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="pb-1.5 font-medium">{label}</legend>
      {items.length > manyItems && (
        <SearchInput label={`Filter ${label.toLowerCase()}`} value={search} onChange={setSearch} />
      )}
      <div className="max-h-56 overflow-y-auto rounded-control border border-line">
        {shown.map(({ id, name, detail }) => (
          <label
            key={id}
            className="flex min-h-9 cursor-pointer items-center gap-2 border-b border-line px-3 py-1 last:border-0 hover:bg-hover"
          >
            <input
              type="checkbox"
              className="size-3.5 flex-none"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="truncate text-xs text-ink-faint">{detail}</span>
          </label>
        ))}
        {shown.length === 0 && (
          <p className="px-3 py-2 text-ink-soft">
            {items.length === 0 ? `You have no ${label.toLowerCase()} yet.` : 'No matches.'}
          </p>
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
