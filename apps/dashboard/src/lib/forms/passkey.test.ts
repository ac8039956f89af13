import { afterEach, expect, test, vi } from 'vitest'

import { passkeyProblem } from './passkey.ts'

afterEach(() => vi.unstubAllGlobals())

const at = (url: string, isSecureContext = true) => {
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('isSecureContext', isSecureContext)
  vi.stubGlobal('PublicKeyCredential', EventTarget)
}

test.each([
  [
    'http://127.0.0.1:4400/sign-in?returnTo=%2Fnew',
    'http://localhost:4400/sign-in?returnTo=%2Fnew',
  ],
  ['http://[::1]:4400/account/security', 'http://localhost:4400/account/security'],
])('at %s passkeys need a name: the same page at localhost has one', (url, href) => {
  at(url)
  expect(passkeyProblem()).toEqual({
    reason: 'Passkeys need a host name, not an IP address.',
    href,
  })
})

test('at the address of another machine the install shows where they work', () => {
  at('http://10.0.0.7:4400/sign-in')
  expect(passkeyProblem()).toEqual({ reason: 'Passkeys need a host name, not an IP address.' })
  expect(passkeyProblem('https://basalt.example')?.href).toBe('https://basalt.example/sign-in')
})

test('nothing is wrong at the name of the install, unless it is not secure', () => {
  at('https://basalt.example/sign-in')
  expect(passkeyProblem('https://basalt.example')).toBeUndefined()
  at('http://basalt.test/sign-in', false)
  expect(passkeyProblem()?.reason).toBe('Passkeys require an https address.')
})
