import { changeTemplates, reportTemplates, sqlQuickstarts, type SqlTemplate } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import { useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useCreateSnippet } from '../../../product/snippets.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../../ui/PageHeader.tsx'
import { readDraft, writeDraft } from './draft.ts'
import { filterTemplates } from './filter-templates.ts'
import { useNewName } from './new-name.ts'

type Props = { projectRef: string }
type Group = { title: string; templates: readonly SqlTemplate[] }

const templateGroups: readonly Group[] = [
  { title: 'Change tables', templates: changeTemplates },
  { title: 'Inspect the database', templates: reportTemplates },
]

/** Templates of queries. Opening one runs nothing. */
export const TemplatesPage = ({ projectRef }: Props) => (
  <TemplateChoice
    projectRef={projectRef}
    title="SQL templates"
    description="Starting points for common queries. A template opens as a new query and runs only when you run it."
    groups={templateGroups}
    other={{ label: 'Quickstarts', href: paths.sqlExamples(projectRef) }}
  />
)

/** Small sample applications. */
export const QuickstartsPage = ({ projectRef }: Props) => (
  <TemplateChoice
    projectRef={projectRef}
    title="SQL quickstarts"
    description="Tables for small applications. A quickstart opens as a new query and runs only when you run it."
    groups={[{ title: 'Applications', templates: sqlQuickstarts }]}
    other={{ label: 'Templates', href: paths.sqlTemplates(projectRef) }}
  />
)

type ChoiceProps = Props & {
  title: string
  description: string
  groups: readonly Group[]
  other: { label: string; href: string }
}

function TemplateChoice({ projectRef, title, description, groups, other }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const open = useOpening(projectRef)
  const found = groups
    .map((group) => ({ ...group, templates: filterTemplates(group.templates, search) }))
    .filter(({ templates }) => templates.length > 0)
  useDocumentTitle(title)
  return (
    <PageBody>
      <PageHeader
        title={title}
        description={description}
        actions={
          <Link href={other.href} className={buttonClass()}>
            {other.label}
          </Link>
        }
      />
      <SearchInput
        label="Search templates"
        className="max-w-80"
        value={search}
        onChange={setSearch}
      />
      {found.length === 0 && <p className="text-ink-soft">{`No matches for “${search}”`}</p>}
      {found.map((group) => (
        <section key={group.title} className="flex flex-col gap-3">
          <h2 className="font-semibold">{group.title}</h2>
          <ul className="grid gap-3 tablet:grid-cols-2 desktop:grid-cols-3">
            {group.templates.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  className="flex h-full w-full flex-col gap-1 rounded-card border border-line bg-surface p-4 text-left hover:border-control hover:bg-raised"
                  onClick={() => void open(template)}
                >
                  <span className="font-medium">{template.title}</span>
                  <span className="text-ink-soft">{template.about}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </PageBody>
  )
}

/** The text becomes a new query; unsaved text of the last one is saved first. */
function useOpening(projectRef: string) {
  const go = useGo()
  const create = useCreateSnippet(projectRef)
  const newName = useNewName(projectRef)
  return async ({ sql }: SqlTemplate) => {
    const setting = storage.draft(projectRef, 'new')
    const before = readDraft(setting)?.text ?? ''
    try {
      if (before.trim() !== '' && !isTemplate(before)) {
        const id = sqlStorage.newSnippet(projectRef).get() ?? crypto.randomUUID()
        await create.mutateAsync({ id, name: await newName(id), sql: before })
      }
      writeDraft(setting, { text: sql, version: null })
      sqlStorage.newSnippet(projectRef).remove()
      go(paths.sql(projectRef))
    } catch (error) {
      notify.error(whyNotOpened(error as Error))
    }
  }
}

function whyNotOpened(error: Error): string {
  const kind = error instanceof ApiError ? error.kind : undefined
  if (kind === 'payload_too_large')
    return 'The text in “New query” is too large to be saved. Download or empty it, then open the template.'
  return kind === 'forbidden'
    ? 'You need additional permissions to save the text in “New query”. Copy or empty it, then open the template.'
    : error.message
}

const isTemplate = (text: string): boolean =>
  [...changeTemplates, ...reportTemplates, ...sqlQuickstarts].some(({ sql }) => sql === text)
