import { EngineError } from '@basalt/engine'
import { expect, test } from 'vitest'

import { connectFailure, statementFailure } from './failures.ts'

const serverError = (fields: { code: string; severity?: string; position?: string }) =>
  Object.assign(new Error('said by the server'), { severity: 'ERROR', ...fields })

test("the fields of the server's error are passed on", () => {
  const failure = statementFailure(serverError({ code: '42703', position: '8' }), undefined)
  expect(failure).toMatchObject({
    kind: 'statement',
    message: 'said by the server',
    sql: { sqlstate: '42703', position: 8 },
  })
})

test('a cancel is one only when the caller requested it', () => {
  const error = serverError({ code: '57014' })
  expect(statementFailure(error, AbortSignal.abort()).kind).toBe('cancelled')
  expect(statementFailure(error, new AbortController().signal).kind).toBe('statement')
  expect(statementFailure(error, undefined).kind).toBe('statement')
})

test('a server that closes the connection is unreachable, also in another language', () => {
  for (const error of [
    serverError({ code: '57P01', severity: 'FATAL' }),
    serverError({ code: '57P01', severity: 'ВАЖНО' }),
    serverError({ code: 'XX000', severity: 'PANIC' }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    new Error('Connection terminated unexpectedly'),
  ]) {
    expect(statementFailure(error, undefined).kind).toBe('unreachable')
  }
})

test('a failing link to another server is an error of the statement', () => {
  expect(statementFailure(serverError({ code: '08001' }), undefined).kind).toBe('statement')
})

test('an engine error is not changed', () => {
  const error = new EngineError('cancelled', 'x')
  expect(statementFailure(error, undefined)).toBe(error)
})

test('the reason of an unreachable database is plain text, and its address stays in the cause', () => {
  const noSocket = Object.assign(new Error('connect ENOENT /data/p1/s/.s.PGSQL.5432'), {
    code: 'ENOENT',
  })
  const reported = [
    noSocket,
    serverError({ code: '57P03', severity: 'FATAL' }),
    serverError({ code: '53300', severity: 'FATAL' }),
    serverError({ code: '28P01', severity: 'FATAL' }),
    serverError({ code: 'XX000', severity: 'FATAL' }),
  ].map((error) => connectFailure(error))
  expect(reported.map(({ message }) => message)).toEqual([
    'The database does not respond. It may be stopped or starting.',
    'The database is starting or stopping. Try again in a moment.',
    'The database has no free connection. Try again in a moment.',
    'The database rejected the login of this server.',
    'The database ended the connection.',
  ])
  expect(reported[0]?.cause).toBe(noSocket)
})
