import { expect, test } from 'vitest'

import { getLoggedAddress, getLoggedPath, parseAddress } from './address.ts'

test('an address is split into the ref and the path, and loses its query', () => {
  expect(parseAddress('/p/abc/rest/v1/shop?select=*&apikey=k')).toEqual({
    ref: 'abc',
    path: '/rest/v1/shop',
  })
  expect(parseAddress('/p/default')).toEqual({ ref: 'default', path: '/' })
  expect(parseAddress('/p/abc?x=1')).toEqual({ ref: 'abc', path: '/' })
})

test.each([
  '/p',
  '/p/',
  '/p//health',
  '/p/A/health',
  '/p/a%2fb/health',
  `/p/${'a'.repeat(65)}`,
  '/q/abc',
])('%s names no project', (url) => {
  expect(parseAddress(url)).toBeNull()
})

test('the log gets a bounded path without a query for any request', () => {
  expect(getLoggedPath('/p/abc/health?apikey=k#x')).toBe('/health')
  expect(getLoggedPath('/p/UPPER/health?apikey=k')).toBe('/p/UPPER/health')
  expect(getLoggedPath(`/p/abc/${'x'.repeat(5000)}`)).toHaveLength(1000)
})

test('the log gets an address that PostgreSQL accepts, or none', () => {
  expect(getLoggedAddress('203.0.113.7')).toBe('203.0.113.7')
  expect(getLoggedAddress('2001:db8::1')).toBe('2001:db8::1')
  expect(getLoggedAddress('fe80::1%eth0')).toBe('fe80::1')
  expect(getLoggedAddress('unknown')).toBeNull()
  expect(getLoggedAddress(null)).toBeNull()
})
