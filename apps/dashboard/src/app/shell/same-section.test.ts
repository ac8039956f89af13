import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sameOrganizationSection, sameProjectSection } from './same-section.ts'

test.each([
  ['', ''],
  ['/', ''],
  ['/editor', '/editor'],
  ['/editor/42', '/editor'],
  ['/editor/new', '/editor'],
  ['/sql', '/sql'],
  ['/sql/0193c6c6-4a5e-7000-8000-000000000000', '/sql'],
  ['/sql/templates', '/sql/templates'],
  ['/sql/examples', '/sql/examples'],
  ['/database/migrations', '/database/migrations'],
  ['/database/column-privileges', '/database/column-privileges'],
  ['/settings/export', '/settings/export'],
  ['/editorial', ''],
])('from %s another project is opened at %s', (rest, section) => {
  expect(sameProjectSection(`/project/shop${rest}`, { from: 'shop', to: 'blog' })).toBe(
    `/project/blog${section}`,
  )
})

test('from any path, the other project is opened without an id of the first', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('editor', 'sql', '4711', 'templates')), (parts) => {
      const path = sameProjectSection(`/project/shop/${parts.join('/')}`, {
        from: 'shop',
        to: 'blog',
      })
      expect(path).toMatch(/^\/project\/blog(?:\/|$)/u)
      expect(path).not.toContain('4711')
    }),
  )
})

test.each([
  ['', ''],
  ['/team', '/team'],
  ['/billing', '/billing'],
  ['/nothing', ''],
])('from the page %s of an organization another one is opened at %s', (rest, section) => {
  const organizations = { from: 'acme', to: 'cobalt' }
  expect(sameOrganizationSection(`/org/acme${rest}`, organizations)).toBe(`/org/cobalt${section}`)
  expect(sameOrganizationSection(`/project/shop${rest}`, organizations)).toBe('/org/cobalt')
})
