import { type Role, roles } from '@basalt/access'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { SearchInput, Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { customRolesQuery, usePermission, useProjects } from './queries.ts'
import {
  offered,
  organizationChoices,
  projectChoices,
  type RoleChoice,
  type RoleDraft,
  roleNotes,
} from './role-choices.ts'

type Props = {
  organization: Organization
  draft: RoleDraft
  /** The server's error about the role. */
  error?: string | undefined
  onChange: (draft: RoleDraft) => void
}

/** A role in the organization, or one in each of some projects; unavailable ones have a reason. */
export function AssignmentFields({ organization, draft, error, onChange }: Props) {
  const { slug, plan } = organization
  const { data: customRoles } = useSuspenseQuery(customRolesQuery(slug))
  const may = usePermission(slug)
  const assigner = { plan: plan.id, may, customRoles }
  return (
    <div className="flex flex-col gap-4">
      <ChoiceCards
        label="Scope"
        columns={2}
        value={draft.scope}
        onChange={(scope) => onChange({ ...draft, scope })}
        choices={[
          { value: 'organization', label: 'Whole organization', note: 'Including future projects' },
          {
            value: 'projects',
            label: 'Specific projects',
            note: 'No access to other projects',
            disabledReason: offered(plan.id, 'project'),
          },
        ]}
      />
      {draft.scope === 'organization' ? (
        <ChoiceCards
          label="Role"
          columns={2}
          value={draft.role}
          onChange={(role: Role) => onChange({ ...draft, role })}
          choices={organizationChoices(assigner).map(({ label, disabledReason }, index) => {
            const role = roles[index] ?? 'Developer'
            return { value: role, label, note: roleNotes[role], disabledReason }
          })}
        />
      ) : (
        <ProjectRoles
          slug={slug}
          choices={projectChoices(assigner)}
          projects={draft.projects}
          onChange={(projects) => onChange({ ...draft, projects })}
        />
      )}
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
    </div>
  )
}

type ProjectRolesProps = {
  slug: string
  choices: readonly RoleChoice[]
  projects: RoleDraft['projects']
  onChange: (projects: RoleDraft['projects']) => void
}

const searchFrom = 8

function ProjectRoles({ slug, choices, projects, onChange }: ProjectRolesProps) {
  const all = useProjects(slug)
  const [search, setSearch] = useState('')
  const first = choices.find(
    ({ value, disabledReason }) => value === 'Developer' && disabledReason === undefined,
  )
  const standard = first ?? choices.find(({ disabledReason }) => disabledReason === undefined)
  const without = (ref: string) =>
    Object.fromEntries(Object.entries(projects).filter(([one]) => one !== ref))
  if (all.length === 0) {
    return <Notice tone="info">No projects yet. Create one first.</Notice>
  }
  const text = search.toLowerCase()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 font-medium">Projects</legend>
      {all.length >= searchFrom && (
        <SearchInput label="Find a project" value={search} onChange={setSearch} />
      )}
      <ul className="flex max-h-72 flex-col overflow-y-auto rounded-control border border-line">
        {all
          .filter(({ name }) => name.toLowerCase().includes(text))
          .map(({ ref, name }) => (
            <li
              key={ref}
              className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line px-3 py-1.5 last:border-0"
            >
              <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  className="size-3.5"
                  checked={ref in projects}
                  onChange={(event) =>
                    onChange(
                      event.target.checked
                        ? { ...projects, [ref]: standard?.value ?? 'Developer' }
                        : without(ref),
                    )
                  }
                />
                <span className="truncate">{name}</span>
              </label>
              {ref in projects && (
                <RoleSelect
                  label={`Role in ${name}`}
                  choices={choices}
                  value={projects[ref] ?? ''}
                  onChange={(value) => onChange({ ...projects, [ref]: value })}
                />
              )}
            </li>
          ))}
      </ul>
    </fieldset>
  )
}

type RoleSelectProps = {
  label: string
  choices: readonly RoleChoice[]
  value: string
  onChange: (value: string) => void
}

/** A native select can show the reason of a disabled option only in its label. */
function RoleSelect({ label, choices, value, onChange }: RoleSelectProps) {
  return (
    <Select
      aria-label={label}
      className="w-44 max-w-full"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices.map((choice) => (
        <option
          key={choice.value}
          value={choice.value}
          disabled={choice.disabledReason !== undefined}
        >
          {choice.label}
          {choice.disabledReason !== undefined && ` – ${choice.disabledReason}`}
        </option>
      ))}
    </Select>
  )
}
