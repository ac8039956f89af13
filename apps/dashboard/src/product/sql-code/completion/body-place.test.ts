import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { bodyPlaceAt } from './body-place.ts'

/** The variables at the bar, and the statement around it. */
function at(marked: string) {
  const position = marked.indexOf('|')
  const body = marked.replace('|', '')
  const { variables, start, end, isDeclaration } = bodyPlaceAt(body, position)
  return {
    variables: variables.map(({ name, type }) => `${name} ${type}`),
    statement: body.slice(start, end).trim(),
    isDeclaration,
  }
}

const variablesAt = (marked: string) => at(marked).variables

test.each<[string, string[]]>([
  ['declare a int; begin | end', ['a int']],
  ['DECLARE\n A Int;\n "Odd ""one""" text;\nBEGIN | END', ['Odd "one" text', 'a Int']],
  ['declare a constant numeric(8, 2) not null := 1; begin | end', ['a numeric(8, 2)']],
  ['declare a text collate "C" default \'x;y\'; b int = 2; begin | end', ['b int', 'a text']],
  [
    'declare a public.orders%rowtype; b orders.id%type; begin | end',
    ['b orders.id%type', 'a public.orders%rowtype'],
  ],
  ['declare a double   precision[]; begin | end', ['a double precision[]']],
  ['declare a alias for $1; c cursor (k int) for select k; begin | end', ['c cursor', 'a alias']],
  ['declare a int; declare b int; begin | end', ['b int', 'a int']],
  ['declare a int; b | begin end', ['a int']],
  ['declare a int; begin declare a text; begin | end; end', ['a text']],
  ['declare a int; begin declare b text; begin null; end; | end', ['a int']],
  ['begin begin | end; end', []],
  ['declare a int; begin if a > 1 then null; else | end if; end', ['a int']],
  ['declare a int; begin for i in 1..a loop | end loop; end', ['i integer', 'a int']],
  ['declare r record; begin for r in select 1 loop | end loop; end', ['r record']],
  ['begin for i in 1..2 loop null; end loop; | end', []],
  ['<<o>> declare a int; begin <<l>> for i in 1..2 loop | end loop; end', ['i integer', 'a int']],
  ['declare a int; begin a := case when a = 1 then 2 else 3 end; | end', ['a int']],
  ['declare a int; begin case a when 1 then null; else null; end case; | end', ['a int']],
  ['-- declare x int;\ndeclare /* y int; begin */ a int; begin | end', ['a int']],
  ["begin execute 'declare a int; begin'; | end", []],
  ['begin execute $q$ declare a int; begin $q$; | end', []],
  ['declare a text := $a$ ; b int; $a$; begin | end', ['a text']],
  ["begin raise exception 'x'; exception when others then | end", []],
])('the variables in scope: %s', (marked, variables) => {
  expect(variablesAt(marked)).toEqual(variables)
})

test.each<[string, string]>([
  ['begin select 1; select |a from b; c; end', 'select a from b'],
  ['begin if x| > 1 then select 1; end if; end', 'if x > 1'],
  ['begin if x then select |1; end if; end', 'select 1'],
  ['begin if x then null; elsif y| then null; end if; end', 'elsif y'],
  ['begin loop select |; end loop; end', 'select'],
  ['begin for r in select |a from b loop null; end loop; end', 'for r in select a from b'],
  ['begin x := case when a then |b else c end; end', 'x := case when a then b else c end'],
  [
    'begin merge into t using s on true when matched then |delete; end',
    'merge into t using s on true when matched then delete',
  ],
  ['begin return |', 'return'],
  ['', ''],
])('the statement at the position: %s', (marked, statement) => {
  expect(at(marked.includes('|') ? marked : `${marked}|`).statement).toBe(statement)
})

test('declarations are distinguished from statements', () => {
  expect(at('declare a |int; begin end').isDeclaration).toBe(true)
  expect(at('declare a int; begin | end').isDeclaration).toBe(false)
})

type Block = { names: string[]; parts: (Block | string)[] }

const noise = fc.constantFrom(
  'null;',
  '-- declare noise int; begin\n',
  '/* declare noise int; begin /* nested */ end; */',
  "perform 'declare noise int; begin';",
  'execute $x$ declare noise int; begin $x$;',
  "raise notice E'it\\'s; begin';",
  'if true then null; elsif false then null; else null; end if;',
  'loop exit when true; end loop;',
  'for noise in 1..3 loop null; end loop;',
  "a0 := case when true then 'begin' else 'end' end;",
  'case 1 when 1 then null; else null; end case;',
  'select ";" into a0;',
)

const { block } = fc.letrec<{ block: Block; part: Block | string }>((tie) => ({
  part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, noise, tie('block')),
  block: fc.record({
    names: fc.array(
      fc.nat(3).map((number) => `a${number}`),
      { maxLength: 2 },
    ),
    parts: fc.array(tie('part'), { maxLength: 4 }),
  }),
}))

/** Writes a block with numbered marks between its parts, and what is visible at each. */
function write({ names, parts }: Block, outer: readonly string[], seen: string[][]): string {
  const visible = [...new Set([...outer, ...names])]
  const mark = () => {
    seen.push(visible.toSorted())
    return ` /*mark ${seen.length - 1}*/ `
  }
  const declared = names.map((name) => `${name} int := length('; begin');`).join('\n')
  const inner = parts.map(
    (part) => (typeof part === 'string' ? part : write(part, visible, seen)) + mark(),
  )
  return `${declared === '' ? '' : `declare ${declared}\n`}begin ${mark()}${inner.join('\n')} end;`
}

describe('in random blocks', () => {
  test('exactly the variables of the blocks around a place are in scope', () => {
    fc.assert(
      fc.property(block, (root) => {
        const seen: string[][] = []
        const body = write(root, [], seen)
        for (const [number, visible] of seen.entries()) {
          const position = body.indexOf(`/*mark ${number}*/`)
          const { variables } = bodyPlaceAt(body, position)
          expect(variables.map(({ name }) => name).toSorted()).toEqual(visible)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('any text has a place whose statement holds the position', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'declare ',
        'begin ',
        'end',
        ';',
        ' then ',
        ' loop ',
        '(',
        ')',
        'case ',
        "'",
        '$$',
        '--',
        '\n',
        'for i in 1..2',
        ' x int',
      ),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), fc.nat(), (pieces, place) => {
        const body = pieces.join('')
        const position = place % (body.length + 1)
        const { start, end } = bodyPlaceAt(body, position)
        expect(start).toBeLessThanOrEqual(position)
        expect(end).toBeGreaterThanOrEqual(position)
      }),
      { numRuns: 1000 },
    )
  })
})
