import { describe, expect, test } from 'vitest'

import { passwordHashes } from './password-hash.ts'
import { hashToken, isSameSecret, newToken } from './tokens.ts'

const passwords = passwordHashes()

describe('a password hash', () => {
  test('matches its own password and no other', async () => {
    const hash = await passwords.hash('correct horse')
    await expect(passwords.verify('correct horse', hash)).resolves.toBe(true)
    await expect(passwords.verify('correct  horse', hash)).resolves.toBe(false)
  })

  test('has the recommended cost, and one with another cost matches too', async () => {
    await expect(passwords.hash('otter')).resolves.toMatch(/^scrypt\$16384\$8\$5\$/u)
    const cheap = await passwordHashes({ N: 2 ** 4, r: 1, p: 1 }).hash('otter')
    await expect(passwords.verify('otter', cheap)).resolves.toBe(true)
    await expect(passwords.verify('badger', cheap)).resolves.toBe(false)
  })

  test('differs each time and never contains the password', async () => {
    const [one, other] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')])
    expect(one).not.toBe(other)
    expect(one).not.toContain('secret')
  })

  test('matches the same characters in another Unicode form', async () => {
    const hash = await passwords.hash('caf\u00E9')
    await expect(passwords.verify('cafe\u0301', hash)).resolves.toBe(true)
  })

  test.each([null, '', 'scrypt', 'scrypt$16384$8$5$$', 'md5$abc'])(
    '%j matches nothing',
    async (hash) => {
      await expect(passwords.verify('', hash)).resolves.toBe(false)
      await expect(passwords.verify('anything', hash)).resolves.toBe(false)
    },
  )
})

describe('a token', () => {
  test('is long, safe in a URL and unique', () => {
    const tokens = new Set(Array.from({ length: 100 }, newToken))
    expect(tokens.size).toBe(100)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/u)
  })

  test('is found again by its hash', () => {
    const token = newToken()
    expect(hashToken(token).equals(hashToken(token))).toBe(true)
    expect(hashToken(token).equals(hashToken(newToken()))).toBe(false)
  })

  test('is compared in constant time, for any lengths', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true)
    expect(isSameSecret('abc', 'abcd')).toBe(false)
    expect(isSameSecret('', 'a')).toBe(false)
  })
})
