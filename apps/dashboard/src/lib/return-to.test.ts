import { describe, expect, test } from 'vitest'

import { returnTarget } from './return-to.ts'

const target = (returnTo: string, more = '', basePath = '') =>
  returnTarget(`?returnTo=${encodeURIComponent(returnTo)}${more}`, '/organizations', basePath)

describe('where sign-in leads back to', () => {
  test('a same-site path with a simple query is followed', () => {
    expect(target('/project/abc/editor/12?filter=id&page=2')).toBe(
      '/project/abc/editor/12?filter=id&page=2',
    )
  })

  test('without a wish it is the list of organizations', () => {
    expect(returnTarget('', '/organizations')).toBe('/organizations')
  })

  test.each([
    ['//evil.test'],
    ['/\\evil.test'],
    ['https://evil.test/x'],
    ['/x?next=https://evil.test'],
    ['javascript:alert(1)'],
    ['evil.test'],
    ['/org/a.b'],
    ['/org/a b'],
    ['/org/%2F%2Fevil'],
    ['/org/a#fragment'],
    [''],
  ])('%s falls back', (returnTo) => {
    expect(target(returnTo)).toBe('/organizations')
  })

  test.each([['/sign-in'], ['/sign-in?returnTo=x'], ['/logout'], ['/sign-up']])(
    '%s would lead in a circle and falls back',
    (returnTo) => {
      expect(target(returnTo)).toBe('/organizations')
    },
  )

  test('the base path is stripped, and only as a whole segment', () => {
    expect(target('/dashboard/org/acme', '', '/dashboard')).toBe('/org/acme')
    expect(target('/dashboards/org', '', '/dashboard')).toBe('/dashboards/org')
    expect(target('/dashboard', '', '/dashboard')).toBe('/')
  })

  test('stripping the base path cannot uncover another host', () => {
    expect(target('/dashboard//evil', '', '/dashboard')).toBe('/organizations')
  })

  test("the page's other parameters are merged and do not replace the target's own", () => {
    expect(target('/new/acme?plan=pro', '&plan=team&ref=mail')).toBe('/new/acme?plan=pro&ref=mail')
  })
})
