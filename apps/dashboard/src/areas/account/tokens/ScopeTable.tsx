import {
  isScopeOffered,
  isWritable,
  getMode,
  resourcesOfGroup,
  scopeCategories,
  scopeGroupNames,
  type ScopeGroupName,
  type ScopeMode,
  type ScopeResource,
  scopeResources,
} from '@basalt/access'
import { clsx } from 'clsx'
import { useState } from 'react'

import { plural } from '../../../lib/format/format.ts'
import type { Tone } from '../../../lib/format/tone.ts'
import { useInstall } from '../../../lib/install.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SearchInput, Select } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { withGroup, withMode } from './token-form.ts'

type Scopes = ReadonlySet<string>
type Props = { scopes: Scopes; error: string | undefined; onChange: (scopes: Scopes) => void }

/** The scopes of a token, resource by resource. */
export function ScopeTable({ scopes, error, onChange }: Props) {
  const { capabilities } = useInstall()
  const [search, setSearch] = useState('')
  const offered = scopeResources.filter((one) => isScopeOffered(one, capabilities))
  const shown = offered.filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const chosen = scopeResources.filter((resource) => getMode(resource, scopes) !== 'none').length
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Filter resources"
          className="min-w-0 flex-1 basis-40"
          value={search}
          onChange={setSearch}
        />
        <Presets
          offered={offered}
          onAdd={(group, access) => onChange(withGroup(scopes, { group, access, offered }))}
        />
        <Button
          variant="ghost"
          disabledReason={chosen === 0 ? 'No permissions selected' : undefined}
          onClick={() => onChange(new Set())}
        >
          Clear
        </Button>
      </div>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <p aria-live="polite" className="text-xs text-ink-faint">
        {plural(chosen, 'resource')} selected. The risk level shows how much a leaked token could
        do.
      </p>
      <div className="flex flex-col gap-4">
        {scopeCategories.map(({ id, title }) => (
          <Category
            key={id}
            title={title}
            resources={shown.filter(({ category }) => category === id)}
            scopes={scopes}
            onChange={onChange}
          />
        ))}
        {shown.length === 0 && (
          <p className="py-6 text-center text-ink-soft">No matching resources.</p>
        )}
      </div>
    </>
  )
}

type PresetsProps = {
  offered: readonly ScopeResource[]
  onAdd: (group: ScopeGroupName, access: 'read' | 'write') => void
}

/** The named groups of the API, which add their scopes. */
function Presets({ offered, onAdd }: PresetsProps) {
  const groups = scopeGroupNames.filter((name) =>
    offered.some(({ resource }) => resourcesOfGroup(name).includes(resource)),
  )
  return (
    <Select
      aria-label="Add a preset"
      className="w-44"
      value=""
      onChange={(event) => {
        const [group, access] = event.target.value.split(':')
        const found = scopeGroupNames.find((name) => name === group)
        if (found !== undefined) onAdd(found, access === 'write' ? 'write' : 'read')
      }}
    >
      <option value="">Add a preset…</option>
      {(['read', 'write'] as const).map((access) => (
        <optgroup key={access} label={access === 'read' ? 'Read' : 'Read and write'}>
          {groups.map((name) => (
            <option key={name} value={`${name}:${access}`}>
              {name}:{access}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

type CategoryProps = {
  title: string
  resources: readonly ScopeResource[]
  scopes: Scopes
  onChange: (scopes: Scopes) => void
}

function Category({ title, resources, scopes, onChange }: CategoryProps) {
  if (resources.length === 0) return null
  return (
    <section>
      <h3 className="pb-1 text-xs font-medium text-ink-faint">{title}</h3>
      <ul className="rounded-control border border-line">
        {resources.map((resource) => (
          <li key={resource.resource} className="border-b border-line last:border-0">
            <Row
              resource={resource}
              mode={getMode(resource, scopes)}
              onChange={(mode) => onChange(withMode(scopes, resource, mode))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const risks: Record<ScopeResource['risk'], { tone: Tone; label: string }> = {
  low: { tone: 'neutral', label: 'Low risk' },
  medium: { tone: 'warn', label: 'Medium risk' },
  high: { tone: 'bad', label: 'High risk' },
}

const modes: readonly { mode: ScopeMode; label: string }[] = [
  { mode: 'none', label: 'None' },
  { mode: 'read', label: 'Read' },
  { mode: 'read-write', label: 'Read and write' },
]

type RowProps = { resource: ScopeResource; mode: ScopeMode; onChange: (mode: ScopeMode) => void }

function Row({ resource, mode, onChange }: RowProps) {
  const { tone, label } = risks[resource.risk]
  const needed = scopeResources.find((other) => other.resource === resource.needs)
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
      <legend className="sr-only">{resource.name}</legend>
      <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2">
        <span aria-hidden className={clsx(mode !== 'none' && 'font-medium')}>
          {resource.name}
        </span>
        <Badge tone={tone}>{label}</Badge>
        {needed !== undefined && (
          <span className="text-xs text-ink-faint">requires {needed.name}</span>
        )}
      </span>
      <span className="flex items-center gap-3">
        {modes.map((one) => (
          <ModeChoice
            key={one.mode}
            name={resource.resource}
            label={one.label}
            isChosen={mode === one.mode}
            reason={
              one.mode === 'read-write' && !isWritable(resource)
                ? 'This resource is read-only'
                : undefined
            }
            onChoose={() => onChange(one.mode)}
          />
        ))}
      </span>
    </fieldset>
  )
}

type ModeChoiceProps = {
  name: string
  label: string
  isChosen: boolean
  reason: string | undefined
  onChoose: () => void
}

function ModeChoice({ name, label, isChosen, reason, onChoose }: ModeChoiceProps) {
  return (
    <label
      title={reason}
      className={clsx(
        'flex min-h-6 cursor-pointer items-center gap-1.5 text-xs whitespace-nowrap pointer-coarse:min-h-10',
        reason !== undefined && 'text-ink-faint line-through',
      )}
    >
      <input
        type="radio"
        name={name}
        className="size-3.5"
        checked={isChosen}
        disabled={reason !== undefined}
        onChange={onChoose}
      />
      {label}
    </label>
  )
}
