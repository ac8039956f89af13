import { describe, expect, test } from 'vitest'

import { callAt, describeAt, listParameters } from './describe.ts'
import { sampleCatalog } from './sample-catalog.ts'

function placeOf(marked: string) {
  const position = marked.indexOf('|')
  const script = marked.replace('|', '')
  return { script, start: 0, end: script.length, position }
}

const said = (marked: string) => describeAt(placeOf(marked), sampleCatalog)
const call = (marked: string) => callAt(placeOf(marked), sampleCatalog)

describe('the description of a name', () => {
  test.each([
    ['select ti|tle from books', 'title text, not null'],
    ['select b.pri|ce from books b', 'price numeric(8,2)'],
    ['select * from bo|oks', 'public.books table'],
    ['select b|.id from books b', 'public.books table'],
    ['select * from sales.inv|oices', 'sales.invoices table'],
    ['select * from cheap_|books', 'public.cheap_books view'],
    ['select low|er(title) from books', 'lower(text) → text'],
    ['select sales.set|tle(1)', 'settle(invoice bigint) → boolean'],
    ['select "Odd |Name" from "Odd Table"', 'Odd Name text'],
    ['with x as (select price from books) select pr|ice from x', 'price numeric(8,2)'],
    ['select a.b::book_st|ate from a', 'book_state enum'],
  ])('%s', (text, first) => {
    expect(said(text)?.lines[0]).toBe(first)
  })

  test('has its comment', () => {
    expect(said('select * from auth|ors')?.comment).toBe('Who writes')
    expect(said('select cou|nt(*)')?.comment).toBe('number of input rows')
  })

  test('exists for names only', () => {
    expect(said('sel|ect 1')).toBeUndefined()
    expect(said("select 'boo|ks'")).toBeUndefined()
    expect(said('select nothing_kn|own from books')).toBeUndefined()
  })
})

describe('the call around the cursor', () => {
  test('has the index of the current argument', () => {
    expect(call('select date_trunc(|')).toMatchObject({ name: 'date_trunc', argument: 0 })
    expect(call("select date_trunc('day', |")).toMatchObject({ argument: 1 })
    expect(call("select date_trunc('a, b', now()|)")).toMatchObject({ argument: 1 })
  })

  test('is the inner one of two, and the outer one again after it', () => {
    expect(call("select date_trunc('day', lower(|")?.name).toBe('lower')
    expect(call("select date_trunc('day', lower(x) |")?.name).toBe('date_trunc')
  })

  test('has all signatures of its name', () => {
    expect(call('select count(|')?.signatures).toEqual([
      { parameters: ['"any"'], result: 'bigint' },
      { parameters: [], result: 'bigint' },
    ])
  })

  test('does not exist outside of parentheses and for unknown names', () => {
    expect(call('select count(*) |')).toBeUndefined()
    expect(call('select (1 + |')).toBeUndefined()
    expect(call('insert into books (|')).toBeUndefined()
  })
})

test('commas in types and defaults do not separate parameters', () => {
  expect(listParameters("a numeric(8,2), b text DEFAULT 'x, y'::text, VARIADIC c int[]")).toEqual([
    'a numeric(8,2)',
    "b text DEFAULT 'x, y'::text",
    'VARIADIC c int[]',
  ])
  expect(listParameters('')).toEqual([])
})
