import { expect, test } from 'vitest'

import { isVerifierOf, scramVerifier } from './scram.ts'

/** Of the example in RFC 7677. */
const pencil =
  'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU='

test('a verifier matches its password and no other', async () => {
  const verifier = await scramVerifier('a long secret')
  expect(await isVerifierOf(verifier, 'a long secret')).toBe(true)
  expect(await isVerifierOf(verifier, 'another secret')).toBe(false)
})

test('a verifier that PostgreSQL or a client made is accepted', async () => {
  expect(await isVerifierOf(pencil, 'pencil')).toBe(true)
})

test.each([null, '', 'md5c3ab8ff13720e8ad9047dd39466b3c89', 'SCRAM-SHA-256$4096:x'])(
  'a text that is no verifier matches no password: %s',
  async (text) => {
    expect(await isVerifierOf(text, 'pencil')).toBe(false)
  },
)
