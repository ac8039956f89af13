import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Context } from '../../http/context.ts'
import { readKnownBrowser, rememberAccount } from '../../http/known-browser.ts'
import { createVault } from '../../secrets/vault.ts'
import { createPasswordAttempts, getNetwork } from './password-attempts.ts'

const olga = { email: 'olga@example.test', id: 'olga' }

/** A caller at an address, in a browser that may have signed in before. */
const from = (address: string, browser: { id: string; accounts: string[] } | null = null) =>
  // Only these are read.
  ({
    client: { address },
    knownBrowserOf: (id: string) => (browser?.accounts.includes(id) === true ? browser.id : null),
  }) as unknown as Context

describe('attempts with a wrong password', () => {
  test('block an address after ten of them, for this account only', async () => {
    const attempts = createPasswordAttempts({ everywhere: 100 })
    for (let count = 0; count < 10; count += 1) await attempts.begin(olga, from('10.0.0.1'))
    await expect(attempts.begin(olga, from('10.0.0.1'))).rejects.toMatchObject({ code: 429 })
    await attempts.begin(olga, from('10.0.0.2'))
    await attempts.begin({ email: 'bo@example.test', id: null }, from('10.0.0.1'))
  })

  test('block all new browsers after many from different addresses, and no known one', async () => {
    const attempts = createPasswordAttempts({ everywhere: 20 })
    for (let count = 0; count < 20; count += 1) await attempts.begin(olga, from(`10.0.0.${count}`))
    await expect(attempts.begin(olga, from('10.0.1.1'))).rejects.toMatchObject({ code: 429 })
    const home = from('10.0.0.1', { id: 'home', accounts: ['olga'] })
    for (let count = 0; count < 10; count += 1) await attempts.begin(olga, home)
    await expect(attempts.begin(olga, home)).rejects.toMatchObject({ code: 429 })
    const elsewhere = from('10.0.0.1', { id: 'other', accounts: ['bo'] })
    await expect(attempts.begin(olga, elsewhere)).rejects.toMatchObject({ code: 429 })
  })

  test('are reset after a correct password', async () => {
    const attempts = createPasswordAttempts({ everywhere: 10 })
    for (let count = 0; count < 50; count += 1) {
      const succeeded = await attempts.begin(olga, from('10.0.0.1'))
      await expect(succeeded()).resolves.toBeUndefined()
    }
  })
})

describe('the network of an address', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::1', '0:0:0:0'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ])('of %s is %s', (address, network) => {
    expect(getNetwork(address)).toBe(network)
  })

  test('is the same for all addresses with the same prefix', () => {
    const group = fc.integer({ min: 1, max: 0xff_ff }).map((number) => number.toString(16))
    const half = fc.array(group, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(half, half, half, (head, one, other) => {
        expect(getNetwork([...head, ...one].join(':'))).toBe(
          getNetwork([...head, ...other].join(':')),
        )
      }),
    )
  })
})

describe('a known browser', () => {
  const vault = createVault('k'.repeat(40))

  test('has an id and its last eight accounts', () => {
    let cookie: string | null = null
    for (let count = 0; count < 10; count += 1) {
      cookie = rememberAccount(vault, readKnownBrowser(vault, cookie), `account-${count}`)
    }
    const browser = readKnownBrowser(vault, cookie)
    expect(browser?.accounts).toHaveLength(8)
    expect(browser?.accounts[0]).toBe('account-9')
  })

  test('is recognised only by the install that sealed its cookie', () => {
    const cookie = rememberAccount(createVault('x'.repeat(40)), null, 'olga')
    expect(readKnownBrowser(vault, cookie)).toBeNull()
    expect(readKnownBrowser(vault, 'anything')).toBeNull()
  })
})
