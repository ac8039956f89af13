import { describe, expect, test } from 'vitest'

import { findBody } from './definition-body.ts'

function at(marked: string) {
  const position = marked.indexOf('|')
  const script = marked.replace('|', '')
  const found = findBody({ script, start: 0, end: script.length, position })
  return (
    found && {
      body: script.slice(found.start, found.end),
      isProcedural: found.isProcedural,
      names: found.arguments.map(({ name, type }) => `${name} ${type}`),
    }
  )
}

describe('the body between dollar quotes', () => {
  test('has the arguments of its function', () => {
    expect(
      at(`create or replace function public.f(a int, inout "Odd b" numeric(8, 2) default 1, text)
        returns table (total bigint) language plpgsql as $body$ begin | end $body$`),
    ).toEqual({
      body: ' begin  end ',
      isProcedural: true,
      names: ['a int', 'Odd b numeric(8, 2)', 'total bigint', 'found boolean'],
    })
  })

  test('has the rows of a trigger', () => {
    const found = at(
      'create function f() returns trigger as $$ begin return | end $$ language plpgsql',
    )
    expect(found?.names).toEqual(expect.arrayContaining(['new record', 'old record']))
  })

  test('of SQL has statements of SQL', () => {
    const found = at("create procedure p(a int) language 'sql' as $$ select |$$")
    expect(found).toEqual({ body: ' select ', isProcedural: false, names: ['a int'] })
  })

  test('may be open, or that of DO', () => {
    expect(at('do $$ begin |')?.body).toBe(' begin ')
    expect(at('do $$ begin | end $$')).toMatchObject({ isProcedural: true })
  })

  test.each([
    'create function f() returns int language plpgsql as $$ begin end $$|',
    'create function f(|) returns int language plpgsql as $$ begin end $$',
    "create function f() returns int language plpgsql as ' begin | end '",
    'create function f() returns int language plpython3u as $$ return | $$',
    'select $$ begin | end $$',
    '|',
  ])('is none here: %s', (marked) => {
    expect(at(marked)).toBeUndefined()
  })
})
