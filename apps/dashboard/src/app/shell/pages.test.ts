import { capabilities } from '@basalt/contract/route'
import { expect, test } from 'vitest'

import { paths } from '../../lib/paths.ts'
import { install } from '../../testing/answers.ts'
import { describeMatch } from '../../ui/filter.ts'
import { pages as accountPages } from '../account-pages.tsx'
import type { AreaPage } from '../area-page.tsx'
import { pages as operatorPages } from '../operator-pages.tsx'
import { pages as organizationPages } from '../organization-pages.tsx'
import { pages as publicPages } from '../public-pages.tsx'
import { listPages } from './pages.ts'

const full = { ...install, capabilities: [...capabilities] }
const everywhere = {
  install: full,
  projectRef: 'shop',
  slug: 'acme',
  isOperator: true,
  hasColumnPrivileges: true,
}
const all = listPages(everywhere)

/** The pages that a search finds, best first. */
const found = (search: string, place = everywhere) =>
  listPages(place)
    .map((page) => ({
      page,
      score: describeMatch('', search, [page.label, page.detail ?? '', ...page.words.split(' ')]),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ page }) => [page.detail, page.label].filter(Boolean).join(' '))

test.each([
  ['logs', ['Organization Audit log', 'Account Audit log']],
  ['roles', ['SQL templates', 'Column-level privileges', 'Team']],
  ['backups', ['Export data']],
  ['policies', ['SQL templates', 'Organization Security']],
  ['settings', ['Home', 'Organization Security', 'Organization General', 'Account']],
  ['mfa', ['Organization Security', 'Account Security']],
  ['api keys', ['Access tokens']],
  ['invoices', ['Billing', 'Operator Invoices']],
  ['members', ['Team']],
])('“%s” finds %s', (search, labels) => {
  const names = found(search)
  for (const label of labels) expect(names).toContain(label)
  expect(labels).toContain(names[0])
})

test('every entry has a unique address', () => {
  expect(new Set(all.map(({ href }) => href)).size).toBe(all.length)
})

/** Reached by a link of a mail, of another page or of the sign-in, never by themselves. */
const steps = /sign|password|verify|confirm|join|return|github|contact|design|tokens.+new/u

test('every page of the areas is an entry, and every entry of an area is a page', () => {
  const areas: readonly AreaPage[] = [
    ...accountPages,
    ...organizationPages,
    ...operatorPages,
    ...publicPages,
  ]
  const hrefs = all.map(({ href }) => href.replace(/\?.*$/u, ''))
  const missing = areas.filter(
    ({ pattern }) => !steps.test(pattern.source) && !hrefs.some((href) => pattern.test(href)),
  )
  expect(missing.map(({ pattern }) => pattern.source)).toEqual([
    // With an id, from the list of requests.
    expect.stringContaining('support'),
  ])
  const ofAreas = hrefs.filter((href) => /^\/(?:account|operator|org\/acme)\//u.test(href))
  const unknown = ofAreas.filter((href) => !areas.some(({ pattern }) => pattern.test(href)))
  expect(unknown).toEqual([])
})

test('pages that the install does not offer are not listed', () => {
  const hrefs = listPages({
    ...everywhere,
    install: {
      ...full,
      capabilities: ['accounts', 'organizations', 'billing'],
      disabled_features: ['billing:all'],
    },
    isOperator: false,
    hasColumnPrivileges: false,
  }).map(({ href }) => href)
  expect(
    hrefs.filter((href) => /billing|usage|pricing|operator|outbox|privileges/u.test(href)),
  ).toEqual([])
  const alone = listPages({
    install: { ...full, capabilities: [] },
    projectRef: undefined,
    slug: undefined,
    isOperator: false,
    hasColumnPrivileges: false,
  })
  expect(alone.map(({ href }) => href)).toEqual([
    paths.account(),
    paths.accountAudit(),
    paths.status(),
  ])
})
