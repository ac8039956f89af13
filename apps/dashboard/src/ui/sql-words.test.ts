import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sqlPieces } from './sql-words.ts'

test('words, texts and comments are distinguished, and quoted names are plain', () => {
  const sql = `create table "select" (a text default 'it''s; --', b int); -- create`
  expect(sqlPieces(sql).filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'word', text: 'create' },
    { kind: 'word', text: 'table' },
    { kind: 'word', text: 'default' },
    { kind: 'text', text: "'it''s; --'" },
    { kind: 'comment', text: '-- create' },
  ])
  expect(sqlPieces('as $a$ create $$ -- $a$')[2]).toEqual({
    kind: 'text',
    text: '$a$ create $$ -- $a$',
  })
})

test('the joined pieces are the text itself, for any text', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', "'", '"', '$', '-', '/', '*', '\\', '\n', ' ', 'e', '日'),
  })
  fc.assert(
    fc.property(text, (sql) => {
      expect(
        sqlPieces(sql)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(sql)
    }),
  )
})
