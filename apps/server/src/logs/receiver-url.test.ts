import { internet } from '@basalt/identity'
import { expect, test } from 'vitest'

import { checkReceiver, withoutToken } from './receiver-url.ts'

const outside = internet({ allowsLoopback: false })
const checked = { outside, field: 'destination.url', reader: { isOperator: false } }

test.each([
  ['javascript:alert(1)', 'The URL must begin with https://'],
  ['http://example.com/', 'The URL must begin with https://'],
  ['https://user:word@example.com/', 'The URL must not contain a password'],
  ['https://169.254.169.254/latest', /is not on the Internet/u],
  ['https://[::1]/', /is not on the Internet.* The operator of this installation can allow it$/u],
])('%s is refused at its field', (url, message) => {
  expect(() => checkReceiver(url, checked)).toThrow(message)
})

test('a URL on the Internet is accepted before its name is resolved', () => {
  expect(() => checkReceiver('https://logs.example.com/in?token=x', checked)).not.toThrow()
})

test.each([
  ['https://logs.example.com/in?token=secret', 'https://logs.example.com/…'],
  ['https://logs.example.com/services/secret', 'https://logs.example.com/…'],
  ['https://logs.example.com', 'https://logs.example.com'],
  ['https://user:secret@logs.example.com/', 'https://logs.example.com'],
])('%s is shown as %s', (url, shown) => {
  expect(withoutToken(url)).toBe(shown)
})
