import type { FeaturePreviewKey } from '@basalt/catalog'
import type { Install } from '@basalt/contract/utility'

import { isCapable } from '../../lib/install.tsx'
import { paths } from '../../lib/paths.ts'
import type { Entry, Page, Section } from '../../lib/routes/area.ts'
import { type AnyPath, fillPath } from '../../lib/routes/path.ts'
import { areas } from '../areas.ts'

/** Where the user is, and who: this decides which pages can be opened. */
export type Place = {
  install: Install
  projectRef: string | undefined
  slug: string | undefined
  /** The organization requires MFA, and its other pages lead back to its home. */
  isClosed: boolean
  isOperator: boolean
  previews: readonly string[]
}

export type PageLink = Omit<Entry, 'href'> & { href: string; path: AnyPath }

/** A section on the rail, and the pages of the panel next to it. */
export type RailLink = {
  name: string
  label: string
  icon: Section['icon']
  keys: string | undefined
  href: string
  isCurrent: boolean
  /** Others are reached by their keys alone. */
  isOnRail: boolean
  pages: readonly PageLink[]
}

type Declared = Entry & Pick<Page, 'path'> & Partial<Pick<Page, 'guard' | 'needs'>>

const entries: readonly Declared[] = areas
  .flatMap(({ pages, links = [] }): Declared[] => [
    ...pages.flatMap((page) => (page.entries ?? []).map((entry) => ({ ...page, ...entry }))),
    ...links,
  ])
  .toSorted((a, b) => a.position - b.position)

const sections: readonly Section[] = areas.flatMap((area) => area.sections ?? [])

/** Previews that decide whether an entry is listed. */
export const listedPreviews: readonly FeaturePreviewKey[] = entries.flatMap(
  ({ preview }) => preview ?? [],
)

/** Every page that can be opened from a place, in the order of the navigation. */
export function listPages(place: Place): PageLink[] {
  return entries.flatMap((entry) => {
    const href = getHref(entry, place)
    return href !== undefined && isListed(entry, place) ? [{ ...entry, href }] : []
  })
}

function getHref({ path, href }: Declared, { projectRef, slug }: Place): string | undefined {
  if (href === undefined) return fillPath(path, { ref: projectRef, slug })
  // The address names further parts of the path itself.
  const part = path.template.includes('{ref}') ? projectRef : slug
  return part === undefined ? undefined : href(part)
}

function isListed({ path, needs, guard, preview }: Declared, place: Place): boolean {
  const { install, isClosed, isOperator, previews } = place
  const inOrganization = guard === 'organization'
  return (
    (needs === undefined || needs === 'development' || isCapable(install, needs)) &&
    (!inOrganization || isCapable(install, 'organizations')) &&
    (!inOrganization || !isClosed || path === paths.organization) &&
    (guard !== 'operator' || isOperator) &&
    (preview === undefined || previews.includes(preview))
  )
}

/**
 * The sections that can be opened, in the order of use, each with its pages. The rail shows those
 * of the project inside one, and elsewhere those of the organization, or the account's while it
 * is open.
 */
export function listSections(place: Place, pathname: string): RailLink[] {
  const { projectRef, slug } = place
  const pages = listPages(place)
  const fill = (path: AnyPath) => fillPath(path, { ref: projectRef, slug })
  const isOpen = ({ below, at = [] }: Section) => {
    const above = below && fill(below)
    const isBelow = above !== undefined && `${pathname}/`.startsWith(`${above}/`)
    return isBelow || at.some((path) => fill(path) === pathname)
  }
  const inPersonal = sections.some((section) => section.isPersonal === true && isOpen(section))
  const isOnRail = (section: Section, { path }: PageLink) => {
    if (projectRef !== undefined) return path.template.includes('{ref}')
    if (section.isPersonal === true) return isOpen(section)
    return !inPersonal || !path.template.includes('{slug}')
  }
  return sections
    .map((section) => ({ section, own: pages.filter((page) => page.section === section.name) }))
    .toSorted((a, b) => getPosition(a.own) - getPosition(b.own))
    .flatMap(({ section, own }): RailLink[] => {
      const [first] = own
      if (first === undefined) return []
      const { name, label = name, icon, keys } = section
      const link = { name, label, icon, keys, href: first.href, pages: own }
      return [{ ...link, isCurrent: isOpen(section), isOnRail: isOnRail(section, first) }]
    })
}

const getPosition = ([first]: readonly PageLink[]) => first?.position ?? 0

/** Whether a page of a section's panel is the one that is open, or the one that it belongs to. */
export const isOpenPage = ({ href, path }: PageLink, pathname: string): boolean =>
  pathname === href ||
  (pathname.startsWith(`${href}/`) && !sections.some(({ below }) => below === path))
