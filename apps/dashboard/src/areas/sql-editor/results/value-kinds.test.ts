import { describe, expect, test } from 'vitest'

import { textPieces, getWriter } from '../../../product/results/result-text.ts'
import { inWords, isKeyName, getKind } from '../../../product/rows/value-kinds.ts'
import { fileName } from './rows/result-files.ts'

describe('kinds of values', () => {
  test.each([
    ['integer', 'number'],
    ['numeric(12,2)', 'number'],
    ['double precision', 'number'],
    ['oid', 'number'],
    ['integer[]', 'text'],
    ['numeric(12,2)[]', 'text'],
    ['money', 'text'],
    ['oidvector', 'text'],
    ['boolean', 'boolean'],
    ['jsonb', 'json'],
    ['json[]', 'text'],
    ['date', 'time'],
    ['timestamp(3) with time zone', 'time'],
    ['time without time zone', 'time'],
    ['interval', 'time'],
    ['timestamp with time zone[]', 'text'],
    ['daterange', 'text'],
    ['character varying(20)', 'text'],
  ])('%s: %s', (type, kind) => {
    expect(getKind(type)).toBe(kind)
  })
})

test('booleans are words, and everything else is unchanged', () => {
  expect(['t', 'f', null, 'true', 'x'].map(inWords)).toEqual(['true', 'false', null, 'true', 'x'])
})

test('identifier columns are recognised by their names', () => {
  expect(['id', 'order_id', 'ID', 'idea', 'paid'].map(isKeyName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('file names have only characters that file systems accept', () => {
  expect(['shop.orders', '"My Orders"', '../../x', '  ', 'größe'].map(fileName)).toEqual([
    'shop-orders',
    'My-Orders',
    'x',
    'result',
    'größe',
  ])
})

describe('values of special kinds', () => {
  const fields = [
    { name: 'list', type: 'integer[]' },
    { name: 'at', type: 'timestamp with time zone' },
    { name: 'price', type: 'double precision' },
  ]
  const rows = {
    fields,
    count: 2,
    at: (row: number) =>
      row === 0
        ? ['{1,2}', '2026-01-01 00:00:00+00', '1e+20']
        : [String.raw`{"a\"b"}`, 'infinity', '-Infinity'],
  }
  const written = (format: 'csv' | 'json' | 'insert') =>
    [...textPieces(rows, getWriter(format, fields, 't'))].join('')

  test('are JSON strings unless JSON has the type', () => {
    expect(JSON.parse(written('json'))).toEqual([
      { list: '{1,2}', at: '2026-01-01 00:00:00+00', price: 1e20 },
      { list: String.raw`{"a\"b"}`, at: 'infinity', price: '-Infinity' },
    ])
  })

  test('are literals that PostgreSQL accepts', () => {
    expect(written('insert')).toBe(
      `insert into "t" ("list", "at", "price") values\n` +
        `  ('{1,2}', '2026-01-01 00:00:00+00', 1e+20),\n` +
        String.raw`  ( E'{"a\\"b"}', 'infinity', '-Infinity');` +
        '\n',
    )
  })

  test('are quoted in CSV when they contain a comma', () => {
    expect(written('csv')).toContain('"{1,2}",2026-01-01 00:00:00+00,1e+20\r\n')
  })
})
