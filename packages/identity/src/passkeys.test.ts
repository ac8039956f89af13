import { expect, test } from 'vitest'

import { getChallenge, getRelyingParty } from './passkeys.ts'

test.each([
  ['https://basalt.example.com', 'basalt.example.com', 'https://basalt.example.com'],
  ['http://localhost:4400', 'localhost', 'http://localhost:4400'],
  ['http://127.0.0.1:4400', 'localhost', 'http://localhost:4400'],
  ['http://[::1]:4400', 'localhost', 'http://localhost:4400'],
])('passkeys of an install at %s are for %s', (...[publicUrl, id, origin]) => {
  expect(getRelyingParty(publicUrl, 'Basalt')).toEqual({ id, origin, name: 'Basalt' })
})

test('an invalid credential has no challenge', () => {
  const answer = (text: string) => ({
    response: { clientDataJSON: Buffer.from(text).toString('base64url') },
  })
  expect(getChallenge(answer('{"challenge":"abc"}'))).toBe('abc')
  for (const text of ['', '{', 'null', '{"challenge":1}']) {
    expect(getChallenge(answer(text))).toBeNull()
  }
})
