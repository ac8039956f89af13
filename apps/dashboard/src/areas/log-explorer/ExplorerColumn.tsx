import { logTemplates } from '@basalt/catalog/log-templates'
import type { ExplorerRelation } from '@basalt/contract/logs/explorer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { fieldText } from './field-text.ts'
import { schemaQuery } from './queries.ts'
import { SavedQueries } from './SavedQueries.tsx'

type Props = {
  projectRef: string
  onInsert: (text: string) => void
  onOpen: (sql: string) => void
}

const tabs = [
  { id: 'fields', label: 'Fields' },
  { id: 'templates', label: 'Templates' },
  { id: 'saved', label: 'Saved' },
]

/** The fields of the sources, templates and saved queries. */
export function ExplorerColumn({ projectRef, onInsert, onOpen }: Props) {
  const [chosen, setChosen] = useState('fields')
  return (
    <TabBar label="Help for queries" tabs={tabs} chosen={chosen} onChoose={setChosen}>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {chosen === 'fields' && <Fields projectRef={projectRef} onInsert={onInsert} />}
        {chosen === 'templates' && <Templates onOpen={onOpen} />}
        {chosen === 'saved' && <SavedQueries projectRef={projectRef} onOpen={onOpen} />}
      </div>
    </TabBar>
  )
}

function Fields({ projectRef, onInsert }: Pick<Props, 'projectRef' | 'onInsert'>) {
  const { data, error } = useQuery(schemaQuery(projectRef))
  const [search, setSearch] = useState('')
  if (data === undefined) {
    if (error !== null) return <p className="text-bad">{error.message}</p>
    return <SkeletonRows rows={8} />
  }
  const found = data.relations.flatMap((relation) => matching(relation, search))
  return (
    <div className="flex flex-col gap-1">
      <SearchInput label="Search fields" value={search} onChange={setSearch} />
      {found.length === 0 && <p className="p-2 text-ink-soft">No field matches</p>}
      {found.map((relation) => (
        <Relation
          key={`${relation.name} ${search === ''}`}
          relation={relation}
          isOpen={search !== ''}
          onInsert={onInsert}
        />
      ))}
    </div>
  )
}

function matching(relation: ExplorerRelation, search: string): ExplorerRelation[] {
  const text = search.trim().toLowerCase()
  if (`${relation.name} ${relation.label}`.toLowerCase().includes(text)) return [relation]
  const fields = relation.fields.filter(({ path }) => path.toLowerCase().includes(text))
  return fields.length === 0 ? [] : [{ ...relation, fields }]
}

type RelationProps = {
  relation: ExplorerRelation
  isOpen: boolean
  onInsert: (text: string) => void
}

const itemClass =
  'flex w-full min-w-0 items-baseline gap-2 rounded-control px-2 py-1 text-left font-mono text-xs hover:bg-hover pointer-coarse:min-h-10'

function Relation({ relation: { name, label, fields }, isOpen, onInsert }: RelationProps) {
  return (
    <details open={isOpen}>
      <summary className="rounded-control px-2 py-1 hover:bg-hover">
        <span className="font-mono text-xs">{name}</span>{' '}
        <span className="text-xs text-ink-faint">{label}</span>
      </summary>
      <ul aria-label={`Fields of ${name}`} className="pl-3">
        <li>
          <button type="button" className={itemClass} onClick={() => onInsert(name)}>
            Insert the name of the source
          </button>
        </li>
        {fields.map(({ path, type }) => (
          <li key={path}>
            <button
              type="button"
              className={itemClass}
              onClick={() => onInsert(fieldText(name, path))}
            >
              <span className="min-w-0 flex-1 break-words">{path}</span>
              <span className="flex-none text-ink-faint">{type}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Templates({ onOpen }: Pick<Props, 'onOpen'>) {
  return (
    <ul aria-label="Templates" className="flex flex-col gap-2">
      {logTemplates.map(({ name, description, source, logs }) => (
        <li key={name} className="flex flex-col gap-1 rounded-control border border-line p-2">
          <span className="font-medium">{name}</span>
          <span className="text-xs text-ink-soft">{description}</span>
          <span className="flex flex-wrap gap-2">
            <TemplateButton
              label={`${name}: by source`}
              text="By source"
              onClick={() => onOpen(source)}
            />
            <TemplateButton
              label={`${name}: over all logs`}
              text="Over logs"
              onClick={() => onOpen(logs)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

type TemplateButtonProps = { label: string; text: string; onClick: () => void }

const TemplateButton = ({ label, text, onClick }: TemplateButtonProps) => (
  <Button size="small" aria-label={label} onClick={onClick}>
    {text}
  </Button>
)
