import { expect, test } from 'vitest'

import { addressOfUrl } from './url.ts'

test('every part of a URL is read, with its escapes', () => {
  expect(addressOfUrl('postgres://me%40x:p%2Fw@db.example:6543/my%20db')).toEqual({
    host: 'db.example',
    port: 6543,
    user: 'me@x',
    password: 'p/w',
    database: 'my db',
    tls: undefined,
  })
})

test('omitted parts have PostgreSQL’s own defaults', () => {
  expect(addressOfUrl('postgresql://me@localhost')).toMatchObject({ port: 5432, database: 'me' })
  expect(addressOfUrl('postgresql://localhost')).toMatchObject({ user: 'postgres', password: '' })
})

test('a socket directory and an IPv6 host can be named', () => {
  expect(addressOfUrl('postgres://me@localhost/db?host=/run/postgresql').host).toBe(
    '/run/postgresql',
  )
  expect(addressOfUrl('postgres://me@[::1]/db').host).toBe('::1')
})

const tls = (mode: string) => addressOfUrl(`postgres://h/d?sslmode=${mode}`).tls

test('sslmode decides how strictly the server is verified', () => {
  expect(tls('disable')).toBeUndefined()
  expect(tls('require')).toEqual({ rejectUnauthorized: false })
  expect(tls('verify-full')).toEqual({ rejectUnauthorized: true })
  expect(() => tls('maybe')).toThrow(/unknown sslmode/)
})

test.each(['', 'localhost:5432', 'mysql://h/d', 'postgres//h'])('%j is refused', (text) => {
  expect(() => addressOfUrl(text)).toThrow(/postgres:\/\//)
})
