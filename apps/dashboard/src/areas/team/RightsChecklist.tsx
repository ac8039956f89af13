import type { Right } from '@basalt/access'
import { useState } from 'react'

import { plural } from '../../lib/format/format.ts'
import { SearchInput } from '../../ui/Input.tsx'
import { usePermission } from './queries.ts'

type Props = {
  slug: string
  rights: readonly Right[]
  /** The right that is always in. */
  fixed: string
  /** Existing rights of the role: may stay even if the user lacks them. */
  stored: readonly string[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** All rights that can be assigned in a project, by section. */
export function RightsChecklist({ slug, rights, fixed, stored, chosen, onChange }: Props) {
  const may = usePermission(slug)
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/u)
  const shown = rights.filter((right) => {
    const text = `${right.section} ${getName(right)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const sections = [...new Set(shown.map(({ section }) => section))]
  const getReason = (right: Right) => {
    if (right.id === fixed) return 'Included in every role'
    const isHeld = stored.includes(right.id) || right.grants.every((grant) => may(grant))
    return isHeld ? undefined : 'You do not have this permission'
  }
  const set = (ids: readonly string[], isIn: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isIn) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }

  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="font-medium">Permissions</h3>
        <span className="text-xs text-ink-faint">{plural(chosen.size, 'permission')} selected</span>
      </div>
      <SearchInput label="Find a permission" value={search} onChange={setSearch} />
      {sections.length === 0 && <p className="text-ink-faint">No permission matches “{search}”</p>}
      {sections.map((section) => (
        <Section
          key={section}
          section={section}
          rights={shown.filter((right) => right.section === section)}
          isOpen={search !== ''}
          chosen={chosen}
          getReason={getReason}
          onSet={set}
        />
      ))}
    </div>
  )
}

const getName = ({ resource, action }: Right) =>
  action === '-' ? resource : `${resource}: ${action}`

type SectionProps = {
  section: string
  rights: readonly Right[]
  isOpen: boolean
  chosen: ReadonlySet<string>
  getReason: (right: Right) => string | undefined
  onSet: (ids: readonly string[], isIn: boolean) => void
}

function Section({ section, rights, isOpen, chosen, getReason, onSet }: SectionProps) {
  const count = rights.filter(({ id }) => chosen.has(id)).length
  const free = rights.filter((right) => getReason(right) === undefined).map(({ id }) => id)
  const hasAll = free.every((id) => chosen.has(id))
  return (
    <details open={isOpen || undefined} className="rounded-control border border-line bg-surface">
      <summary className="cursor-pointer px-3 py-2">
        <span className="font-medium">{section}</span>{' '}
        <span className="text-xs text-ink-faint">
          {count} of {rights.length}
        </span>
      </summary>
      <fieldset className="flex flex-col gap-1.5 px-3 pb-3">
        <legend className="sr-only">{section}</legend>
        {free.length > 1 && (
          <label className="flex cursor-pointer items-center gap-2 text-ink-soft">
            <input
              type="checkbox"
              className="size-3.5"
              checked={hasAll}
              onChange={() => onSet(free, !hasAll)}
            />
            All of {section}
          </label>
        )}
        {rights.map((right) => (
          <Check
            key={right.id}
            name={getName(right)}
            reason={getReason(right)}
            isChosen={chosen.has(right.id)}
            onSet={(isIn) => onSet([right.id], isIn)}
          />
        ))}
      </fieldset>
    </details>
  )
}

type CheckProps = {
  name: string
  reason: string | undefined
  isChosen: boolean
  onSet: (isIn: boolean) => void
}

function Check({ name, reason, isChosen, onSet }: CheckProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2">
      <input
        type="checkbox"
        className="mt-0.5 size-3.5"
        checked={isChosen}
        disabled={reason !== undefined}
        onChange={(event) => onSet(event.target.checked)}
      />
      <span className="flex min-w-0 flex-col">
        {name}
        {reason !== undefined && <span className="text-xs text-ink-faint">{reason}</span>}
      </span>
    </label>
  )
}
