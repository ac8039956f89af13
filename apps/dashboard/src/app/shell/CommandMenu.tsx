import { databaseTables, type TableSummary } from '@basalt/contract/database/tables'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  Building2,
  Cookie,
  Database,
  FileText,
  FlaskConical,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Palette,
  Plus,
  Sparkles,
  Table2,
} from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { themeNames } from '../../lib/browser/theme.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useInstall } from '../../lib/install.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { storage, themes } from '../../lib/storage/storage.ts'
import { openAssistant } from '../../product/assistant/assistant-opening.ts'
import { openPrivacySettings } from '../../product/open-privacy-settings.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeMatch } from '../../ui/filter.ts'
import { focusOnMount } from '../../ui/focus.ts'
import { Keys } from '../../ui/Kbd.tsx'
import type { ShellScope } from './banners/use-scope.ts'
import { listPages, type Place, type RailLink } from './navigation.ts'

type Props = {
  scope: ShellScope
  place: Place
  sections: readonly RailLink[]
  onClose: () => void
}

type Entry = {
  id: string
  label: string
  icon: LucideIcon
  detail?: string | undefined
  /** Other names under which it is found. */
  words?: string
  keys?: string | undefined
  run: () => void
}

/** All pages and actions available from here, by typing a part of their name. */
export function CommandMenu({ scope, place, sections, onClose }: Props) {
  const [search, setSearch] = useState('')
  const tables = useTables(scope.projectRef, useDeferredValue(search.trim()))
  const groups = useGroups(scope, usePageEntries(place, sections))
  const go = useGo()
  const tableEntries = tables.map((table): Entry => ({
    id: `table-${table.id}`,
    label: table.name,
    detail: table.schema,
    icon: Table2,
    run: () => go(paths.table(scope.projectRef ?? '', table.id)),
  }))
  const choose = (entry: Entry) => {
    onClose()
    entry.run()
  }

  return (
    <Dialog isOpen isBare onClose={onClose} title="Search or run a command" width="medium">
      <Command label="Search or run a command" loop filter={describeMatch}>
        <Command.Input
          ref={focusOnMount}
          value={search}
          onValueChange={setSearch}
          placeholder="Search or run a command"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none"
        />
        <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
          <Command.Empty className="px-2 py-8 text-center text-ink-faint">
            No matches for “{search}”
          </Command.Empty>
          {withEntries([{ heading: 'Tables', entries: tableEntries }, ...groups]).map(
            ({ heading, entries }) => (
              <Group key={heading} heading={heading}>
                {entries.map((entry) => (
                  <CommandItem key={entry.id} entry={entry} onChoose={choose} />
                ))}
              </Group>
            ),
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

const named = (id: string, label: string, icon: LucideIcon) => ({ id, label, icon })

/** Every page that can be opened from here; the sections of the rail with their icons and keys. */
function usePageEntries(place: Place, sections: readonly RailLink[]): Entry[] {
  const go = useGo()
  const onRail = sections.filter(({ isOnRail }) => isOnRail)
  return listPages(place).map((page): Entry => {
    const { label, href, detail, words, isPlain } = page
    const section = onRail.find((one) => one.href === href)
    return {
      ...named(`go-${href}`, label, section?.icon ?? FileText),
      detail,
      words,
      keys: section?.keys ?? page.keys,
      run: () => (isPlain === true ? globalThis.open(href, '_blank', 'noreferrer') : go(href)),
    }
  })
}

function useGroups(scope: ShellScope, pages: Entry[]) {
  const { projectRef, projects, organizations } = scope
  const go = useGo()
  const projectEntries = projects.map(({ ref, name, organization_slug }): Entry => ({
    ...named(`project-${ref}`, name, Database),
    detail: organizations.find(({ slug }) => slug === organization_slug)?.name,
    run: () => go(paths.project(ref)),
  }))
  const organizationEntries = organizations.map(({ slug, name }): Entry => ({
    ...named(`organization-${slug}`, name, Building2),
    run: () => go(paths.organization(slug)),
  }))
  const askAssistant = { ...named('assistant', 'Ask the assistant', Sparkles), keys: 'mod+i' }
  const ofProject = projectRef === undefined ? [] : [{ ...askAssistant, run: openAssistant }]
  return [
    { heading: 'Pages', entries: pages },
    { heading: 'Projects', entries: projectEntries },
    { heading: 'Organizations', entries: organizationEntries },
    { heading: 'Actions', entries: [...ofProject, ...useActions(organizations)] },
  ]
}

function useActions(organizations: ShellScope['organizations']): Entry[] {
  const go = useGo()
  const { capabilities } = useInstall()
  const actions: Entry[] = [
    ...organizations.map(({ slug, name }) => ({
      ...named(`new-project-${slug}`, `New project in ${name}`, Plus),
      run: () => go(paths.newProject(slug)),
    })),
    ...themes.map((theme) => ({
      ...named(`theme-${theme}`, `Theme: ${themeNames[theme]}`, Palette),
      run: () => storage.theme.set(theme),
    })),
    { ...named('support', 'Contact support', LifeBuoy), run: () => go(paths.support({})) },
  ]
  actions.push({
    ...named('previews', 'Feature previews', FlaskConical),
    run: () => storage.featurePreviewModal.set(true),
  })
  if (capabilities.includes('consent')) {
    actions.push({
      ...named('privacy', 'Privacy settings', Cookie),
      run: () => void openPrivacySettings(),
    })
  }
  if (capabilities.includes('organizations')) {
    actions.unshift({
      ...named('new-organization', 'New organization', Plus),
      run: () => go(paths.newOrganization()),
    })
  }
  if (capabilities.includes('accounts') || capabilities.includes('admin-password')) {
    actions.push({ ...named('sign-out', 'Sign out', LogOut), run: () => go(paths.logout()) })
  }
  return actions
}

const withEntries = <T extends { entries: readonly Entry[] }>(groups: readonly T[]): T[] =>
  groups.filter(({ entries }) => entries.length > 0)

/** Searched on the server: a database may have thousands. */
function useTables(ref: string | undefined, search: string): TableSummary[] {
  const { data } = useQuery({
    ...query(databaseTables.list, { params: { ref: ref ?? '' }, query: { search, limit: 8 } }),
    enabled: ref !== undefined && search !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  return search === '' ? [] : (data?.tables ?? [])
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint"
    >
      {children}
    </Command.Group>
  )
}

function CommandItem({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  const { id, label, icon: Icon, detail, words, keys } = entry
  return (
    <Command.Item
      value={id}
      keywords={[label, ...(detail === undefined ? [] : [detail]), ...(words?.split(' ') ?? [])]}
      className="flex min-h-8 items-center gap-2.5 rounded-control px-2 py-1 select-none data-[selected=true]:bg-hover pointer-coarse:min-h-10"
      onSelect={() => onChoose(entry)}
    >
      <Icon className="text-ink-faint" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail !== undefined && <span className="flex-none text-xs text-ink-faint">{detail}</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </Command.Item>
  )
}
