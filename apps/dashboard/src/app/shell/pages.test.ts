import { capabilities } from '@basalt/contract/route'
import { expect, test } from 'vitest'

import { paths } from '../../lib/paths.ts'
import { install } from '../../testing/answers.ts'
import { describeMatch } from '../../ui/filter.ts'
import { areas } from '../areas.ts'
import { listPages, type Place } from './navigation.ts'

const full = { ...install, capabilities: [...capabilities] }
const everywhere: Place = {
  install: full,
  projectRef: 'shop',
  slug: 'acme',
  isClosed: false,
  isOperator: true,
  previews: ['CLS'],
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
  ['logs', ['Logs API Gateway', 'Logs Postgres', 'API gateway', 'Organization Audit log']],
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

/** Reached by a link of an email, of another page or of the sign-in, never by themselves. */
const steps = /sign|password|verify|confirm|join|return|github|contact|design|logout|new/u

test('every page of the areas is an entry, but for steps and pages with an id', () => {
  const missing = areas
    .flatMap(({ pages }) => pages)
    .filter(({ entries, redirect, path }) => {
      return entries === undefined && redirect === undefined && !steps.test(path.template)
    })
  expect(missing.map(({ path }) => path.template)).toEqual([
    '/project/{ref}/sql/{id}',
    '/project/{ref}/database/{kind}/{id}',
    '/project/{ref}/database/hooks/{id}',
    '/project/{ref}/integrations/overview/{id}',
    '/project/{ref}/integrations/queues/{name}',
    '/project/{ref}/observability/{id}',
    '/support/{id}',
    '/operator/support/{id}',
  ])
})

test('every section of an entry is one that an area declares', () => {
  const names = areas.flatMap(({ sections = [] }) => sections.map(({ name }) => name))
  expect(new Set(all.flatMap(({ section }) => section ?? []))).toEqual(new Set(names))
})

test('no two entries have the same position, and no two keys are the same', () => {
  const positions = all.map(({ position }) => position)
  expect(new Set(positions).size).toBe(positions.length)
  const keys = [...areas.flatMap(({ sections = [] }) => sections), ...all].flatMap(
    (one) => one.keys ?? [],
  )
  expect(new Set(keys).size).toBe(keys.length)
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
    previews: [],
  }).map(({ href }) => href)
  expect(
    hrefs.filter((href) => /billing|usage|pricing|operator|outbox|privileges/u.test(href)),
  ).toEqual([])
  const alone = listPages({
    install: { ...full, capabilities: [] },
    projectRef: undefined,
    slug: undefined,
    isClosed: false,
    isOperator: false,
    previews: [],
  })
  expect(alone.map(({ href }) => href)).toEqual([
    paths.account(),
    paths.accountAudit(),
    paths.status(),
  ])
})
