import { expect, test } from 'vitest'

import { type ExtensionEntry, extensionTags } from './extension-entry.ts'
import {
  extensionGuide,
  extensions,
  isDeprecatedExtension,
  isHiddenExtension,
} from './extensions.ts'

test('the catalogue has 66 different extensions, sorted by name', () => {
  const names = extensions.map(({ name }) => name)
  expect(names).toHaveLength(66)
  expect(new Set(names).size).toBe(66)
  expect(names).toEqual(names.toSorted())
})

test.each(extensions)('$name has a comment without a full stop, and known tags', (entry) => {
  expect(entry.comment).toMatch(/^[A-Z].{8,90}[^.]$/u)
  expect(entry.other_names).not.toBe('')
  expect(entry.tags.length).toBeGreaterThan(0)
  expect(extensionTags).toEqual(expect.arrayContaining([...entry.tags]))
})

test('a link leads to a manual over TLS, or to the guide of the extension', () => {
  const isLink = ({ name, link }: ExtensionEntry) =>
    link === extensionGuide(name) || link.startsWith('https://')
  expect(extensions.filter((entry) => !isLink(entry))).toEqual([])
  const sources = extensions.flatMap(({ github_url: source = [] }) => source)
  const isSource = (url: string) => /^https:\/\/github\.com\/[\w-]+\/[\w-]+$/u.test(url)
  expect(sources.filter((url) => !isSource(url))).toEqual([])
})

test('a product page belongs to a project and has a product', () => {
  const pages = extensions.filter(({ product_url: url }) => url !== undefined)
  expect(pages.length).toBeGreaterThan(0)
  const isPage = ({ product, product_url: url = '' }: ExtensionEntry) =>
    product !== undefined && url.startsWith('/project/{ref}/')
  expect(pages.filter((entry) => !isPage(entry))).toEqual([])
})

test('extensions that PostgreSQL 17 left behind are deprecated from 17 on', () => {
  const listDeprecated = (major: number) =>
    extensions.filter((entry) => isDeprecatedExtension(entry, major)).map(({ name }) => name)
  const left = ['pgjwt', 'plcoffee', 'plls', 'plv8', 'timescaledb']
  expect(listDeprecated(16)).toEqual([])
  expect(listDeprecated(17)).toEqual(left)
  expect(listDeprecated(18)).toEqual(left)
})

test('internals are hidden, but nothing that the catalogue lists', () => {
  expect(isHiddenExtension('pageinspect')).toBe(true)
  expect(isHiddenExtension('lo')).toBe(false)
  expect(isHiddenExtension('unknown_to_us')).toBe(false)
})
