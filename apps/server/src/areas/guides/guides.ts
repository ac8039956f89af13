import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ExtensionEntry } from '@basalt/catalog/extension-entry'
import { extensionGuide, extensions } from '@basalt/catalog/extensions'

import { advisorGuides } from './advisor-guides.ts'
import { type Guide, guidePage, guidesPath, indexPage, missingPage } from './guide-page.ts'

type Answer = { code: 200 | 404; html: string }

/**
 * Answers paths with pages made of the Markdown files of a directory, and of the advisors' rules. The files are read at the
 * first request; a path of the URL never reaches the disk.
 */
export function createGuides(directory: string): (path: string, search: string) => Answer {
  let read: ReadonlyMap<string, Guide> | undefined
  return (path, search) => {
    read ??= new Map(
      [...readGuides(directory), ...advisorGuides()].map((guide) => [guide.path, guide]),
    )
    const plain = path.replace(/\/+$/u, '')
    if (plain === guidesPath)
      return { code: 200, html: indexPage(searchGuides([...read.values()], search), search) }
    const guide = read.get(plain)
    return guide === undefined
      ? { code: 404, html: missingPage() }
      : { code: 200, html: guidePage(guide) }
  }
}

/** Every guide, by title. */
export function readGuides(directory: string): Guide[] {
  const entries = new Map(extensions.map((entry) => [extensionGuide(entry.name), entry]))
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const path = `${guidesPath}/${file.slice(0, -'.md'.length).replaceAll('\\', '/')}`
      const text = readFileSync(join(directory, file), 'utf8')
      return { path, text, title: getTitle(text), entry: entries.get(path) ?? null }
    })
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
}

const getTitle = (text: string) => /^# (.+)$/mu.exec(text)?.[1] ?? ''

/**
 * Guides that contain every word. Those whose names or comment have them all come before those that
 * mention them.
 */
function searchGuides(guides: readonly Guide[], search: string): Guide[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const isNamed = ({ title, entry }: Guide) => hasAll(`${title} ${namesOf(entry)}`)
  const found = guides.filter((guide) => isNamed(guide) || hasAll(guide.text))
  return [...found.filter(isNamed), ...found.filter((guide) => !isNamed(guide))]
}

const namesOf = (entry: ExtensionEntry | null) =>
  entry === null ? '' : [entry.other_names, entry.comment, ...entry.tags].join(' ')
