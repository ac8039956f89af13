import { useQuery } from '@tanstack/react-query'

import type { FieldErrors } from '../../lib/forms/field-errors.ts'
import { organizationsQuery, projectsQuery } from '../../lib/session/account.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import type { SupportDraft } from './support-draft.ts'

type Props = {
  draft: SupportDraft
  errors: FieldErrors
  onChange: (change: Partial<SupportDraft>) => void
}

/** The subject of the request: an organization and one of its projects, or neither. */
export function PositionFields({ draft, errors, onChange }: Props) {
  const { data: organizations = [] } = useQuery(organizationsQuery())
  const { data: projects = [] } = useQuery(projectsQuery())
  const offered = projects.filter(({ organization_slug: slug }) => slug === draft.organization)
  return (
    <div className="grid gap-5 tablet:grid-cols-2">
      <Field label="Organization" hint="Optional" error={errors['organization_slug']}>
        {(control) => (
          <Select
            {...control}
            name="organization_slug"
            value={draft.organization}
            onChange={({ target }) => onChange({ organization: target.value, project: '' })}
          >
            <option value="">None</option>
            {organizations.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Project" hint="Optional" error={errors['project_ref']}>
        {(control) => (
          <Select
            {...control}
            name="project_ref"
            value={draft.project}
            disabled={offered.length === 0}
            onChange={({ target }) => onChange({ project: target.value })}
          >
            <option value="">
              {draft.organization === '' ? 'Choose an organization first' : 'None'}
            </option>
            {offered.map(({ ref, name }) => (
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
