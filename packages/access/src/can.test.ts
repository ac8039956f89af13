import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { can, type PermissionRule } from './can.ts'

const rule = (over: Partial<PermissionRule> = {}): PermissionRule => ({
  organization_slug: 'acme',
  actions: ['%'],
  resources: ['%'],
  project_refs: [],
  restrictive: false,
  condition: null,
  ...over,
})

const read = { action: 'read:Read', resource: 'projects', organizationSlug: 'acme' }

/** Few letters, so that generated rules and requests meet. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', ':', '%', '.', '*'), maxLength: 5 })
const rules = fc.array(
  fc.record({
    organization_slug: fc.constantFrom('acme', 'other'),
    actions: fc.array(word, { maxLength: 3 }),
    resources: fc.array(word, { maxLength: 3 }),
    project_refs: fc.subarray(['p1', 'p2']),
    restrictive: fc.boolean(),
    condition: fc.constantFrom(null, { '===': [{ var: 'resource_name' }, 'a'] }, { '===': [1, 2] }),
  }),
  { maxLength: 6 },
)
const request = fc.record({
  action: word,
  resource: word,
  organizationSlug: fc.constantFrom('acme', 'other'),
  projectRef: fc.constantFrom(undefined, 'p1', 'p2', 'p3'),
})

describe('can', () => {
  test('without rules nothing is allowed', () => {
    expect(can([], read)).toBe(false)
    expect(can(null, read)).toBe(false)
    expect(can(undefined, read)).toBe(false)
  })

  test('one restrictive match outweighs any number of grants', () => {
    expect(can([rule(), rule(), rule({ restrictive: true })], read)).toBe(false)
  })

  test('rules that name the project take precedence, even when their condition is false', () => {
    const never = { '===': [1, 2] }
    const named = [rule(), rule({ project_refs: ['p1'], condition: never })]
    expect(can(named, { ...read, projectRef: 'p1' })).toBe(false)
    expect(can(named, { ...read, projectRef: 'p2' })).toBe(true)
    expect(can(named, read)).toBe(true)
  })

  test('a rule of one project grants nothing in the organization', () => {
    expect(can([rule({ project_refs: ['p1'] })], read)).toBe(false)
  })

  test.each([
    ['tenant:%:Read', 'tenant:Sql:Read', true],
    ['%:Sql:%', 'tenant:Sql:Read', true],
    ['a%b%c', 'a1b2b3c', true],
    ['a%b%c', 'acb', false],
    ['a%a', 'a', false],
    ['%%', '', true],
    ['tenant.Sql.Read', 'tenant:Sql:Read', false],
    ['tenant:Sql', 'tenant:Sql:Read', false],
    ['.*', 'anything', false],
  ])('the pattern %s for %s gives %s', (pattern, action, expected) => {
    expect(can([rule({ actions: [pattern] })], { ...read, action })).toBe(expected)
  })

  test('a condition reads the name of the resource and the data', () => {
    const own = rule({
      condition: { and: [{ '===': [{ var: 'resource_name' }, 'projects'] }, { var: 'mine' }] },
    })
    const isTrue = rule({ condition: { '===': [{ var: 'mine' }, true] } })
    expect(can([isTrue], { ...read, data: { mine: true } })).toBe(true)
    expect(can([isTrue], { ...read, data: { mine: false } })).toBe(false)
    expect(can([own], { ...read, data: { mine: true } })).toBe(true)
  })

  test('an unknown operator or a broken rule denies and never throws', () => {
    const broken = [null, 7, {}, { ...rule(), actions: 'read' }] as unknown as PermissionRule[]
    expect(can([rule({ condition: { unheard_of: [1] } })], read)).toBe(false)
    expect(can(broken, read)).toBe(false)
  })

  test('the order of the rules does not matter', () => {
    fc.assert(
      fc.property(rules, request, (list, requested) => {
        expect(can(list.toReversed(), requested)).toBe(can(list, requested))
      }),
    )
  })

  test('adding a restrictive rule of the organization never grants anything', () => {
    fc.assert(
      fc.property(rules, rules, request, (list, added, requested) => {
        const restrictive = added.map((entry) => ({ ...entry, restrictive: true }))
        const [before, after] = [can(list, requested), can([...list, ...restrictive], requested)]
        expect(after && !before).toBe(false)
      }),
    )
  })

  test('% matches any run and every other character only itself', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.array(fc.string()), (parts, runs) => {
        const literal = parts.map((part) => part.replaceAll('%', ''))
        const value = literal.map(
          (part, index) => part + (index < literal.length - 1 ? (runs[index] ?? '') : ''),
        )
        const granted = [rule({ actions: [literal.join('%')] })]
        expect(can(granted, { ...read, action: value.join('') })).toBe(true)
      }),
    )
  })
})
