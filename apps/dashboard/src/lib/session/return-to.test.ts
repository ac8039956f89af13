import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { returnTarget } from './return-to.ts'

const target = (returnTo: string, more = '', basePath = '') =>
  returnTarget(`?returnTo=${encodeURIComponent(returnTo)}${more}`, '/organizations', basePath)

describe('the return target of sign-in', () => {
  test('“a returnTo query parameter decides where to go after sign-in”: a same-site path with a simple query is followed', () => {
    expect(target('/project/abc/editor/12?filter=id&page=2')).toBe(
      '/project/abc/editor/12?filter=id&page=2',
    )
  })

  test('“default: /organizations”', () => {
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
  ])('%s is replaced by the fallback', (returnTo) => {
    expect(target(returnTo)).toBe('/organizations')
  })

  test.each([['/sign-in'], ['/sign-in?returnTo=x'], ['/logout'], ['/sign-up']])(
    '%s would be a cycle and is replaced by the fallback',
    (returnTo) => {
      expect(target(returnTo)).toBe('/organizations')
    },
  )

  test('“any base path prefix is stripped”, and only as a whole segment', () => {
    expect(target('/dashboard/org/acme', '', '/dashboard')).toBe('/org/acme')
    expect(target('/dashboards/org', '', '/dashboard')).toBe('/dashboards/org')
    expect(target('/dashboard', '', '/dashboard')).toBe('/')
  })

  test('stripping the base path cannot uncover another host', () => {
    expect(target('/dashboard//evil', '', '/dashboard')).toBe('/organizations')
  })

  test("“other query parameters are merged into the target” and do not replace the target's own", () => {
    expect(target('/new/acme?plan=pro', '&plan=team&ref=mail')).toBe('/new/acme?plan=pro&ref=mail')
  })
})

describe('“accepted: same-site paths made only of letters, digits, slash, hyphen and underscore, with an optional simple query string”', () => {
  test.each([
    '/',
    '/organizations',
    '/org/a-b_c/team',
    '/project/x1/sql/new',
    '/new/acme?plan=pro',
  ])('%s', (returnTo) => {
    expect(target(returnTo)).toBe(returnTo)
  })
})

describe('“anything starting with // or containing :// falls back to /organizations”, and so does everything that a browser could take for another host', () => {
  test.each([
    '//evil.test',
    '//evil',
    '///evil.test',
    '////evil.test/%2e%2e',
    String.raw`/\evil.test`,
    String.raw`\\evil.test`,
    String.raw`\/\/evil.test`,
    String.raw`/\/evil.test`,
    'http://evil.test',
    'https://evil.test',
    'https:evil.test',
    'https:/evil.test',
    'https:///evil.test',
    'HtTpS://evil.test',
    '/org?next=https://evil.test',
    '/%2f%2fevil.test',
    '/%2F/evil.test',
    '/%5cevil.test',
    '%2f%2fevil.test',
    '/%09/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/ /evil.test',
    '/\u0000/evil.test',
    '/org/acme\n',
    '/@evil.test',
    '//basalt.test@evil.test',
    '//evil.test:443@basalt.test',
    'basalt.test@evil.test',
    '/org/acme@evil.test',
    '//basalt.test.evil.test',
    '.evil.test',
    '/.evil.test',
    '/..//evil.test',
    '/./evil.test',
    '/;@evil.test',
    '/?//evil.test',
    '/org#//evil.test',
    '/〱evil.test',
    '／／evil.test',
    '/／evil.test',
    '〵〵evil.test',
    '/⁄evil.test',
    '/∕evil.test',
    '//evil。test',
    '/ſ/evil',
    '//[::1]',
    '//3232235777',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'java%0ascript:alert(1)',
    '/javascript:alert(1)',
    'javascript://basalt.test/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://basalt.test/1',
    'mailto:olga@example.test',
    'ws://evil.test',
    '/org/<script>',
    '/org/a b',
    '/org/a?b=<c>',
  ])('%j is replaced by the fallback', (returnTo) => {
    expect(target(returnTo)).toBe('/organizations')
  })

  test('any target stays on this site', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.stringMatching(/^[/\\:@.%?#a-z0-9_\t\n-]{0,20}$/u),
          fc.stringMatching(/^\/[/\\:@.%?#a-z0-9_\t\n-]{0,20}$/u),
        ),
        fc.constantFrom('', '/', '/dashboard', '/a/b'),
        (returnTo, basePath) => {
          const found = target(returnTo, '', basePath)
          expect(found).toMatch(/^\/(?!\/)/u)
          expect(new URL(found, 'https://basalt.test').origin).toBe('https://basalt.test')
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('a repeated parameter cannot bypass the check', () => {
    const search = '?returnTo=/org/acme&returnTo=//evil.test'
    expect(returnTarget(search, '/organizations')).toBe('/org/acme')
    const turned = '?returnTo=//evil.test&returnTo=/org/acme'
    expect(returnTarget(turned, '/organizations')).toBe('/organizations')
  })
})
