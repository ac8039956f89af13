import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  formatJson,
  type JsonNode,
  splitParts,
  readJson,
  withNewPart,
  withoutPart,
  withPart,
} from './json-text.ts'

function getNode(text: string): JsonNode {
  const { node } = readJson(text)
  if (node === undefined) throw new Error(`${text} is no JSON`)
  return node
}

const format = (text: string) => formatJson(text, getNode(text))

describe('a syntax error has its position', () => {
  test.each([
    ['', 'Enter a JSON value', '1:1'],
    ['{"a": 1,}', 'Expected a quoted key instead of "}"', '1:9'],
    ['{\n  "a" 1\n}', 'Expected ":" instead of "1"', '2:7'],
    ['[1,\n 2', 'Expected "," or "]" instead of the end', '2:3'],
    ['"a\nb"', String.raw`Write line breaks and tabs in a string as \n or \t`, '1:3'],
    [String.raw`"\x"`, 'Invalid escape after the backslash', '1:2'],
    ['"abc', 'Add the closing quote of this string', '1:1'],
    ['01', 'Expected a number, true, false or null', '1:1'],
    ['nulls', 'Expected a number, true, false or null', '1:1'],
    ['1 2', '"2" is not allowed after the value', '1:3'],
    ["{'a': 1}", `Expected a quoted key instead of "'"`, '1:2'],
  ])('in %j', (text, message, position) => {
    const [line, column] = position.split(':').map(Number)
    expect(readJson(text).problem).toEqual({ message, line, column })
  })

  test('when it is nested too deep', () => {
    const text = '['.repeat(100_000)
    expect(readJson(text).problem?.message).toBe('This is nested too deeply to check')
  })
})

test('exactly the input of JSON.parse is accepted', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '1',
    '-',
    '0.5',
    'e3',
    'null',
    ' ',
    '\\',
    'tru',
  )
  const text = fc.oneof(
    fc.json(),
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (written) => {
      expect(readJson(written).node !== undefined).toBe(isJson(written))
    }),
    { numRuns: 500 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('formatting keeps every digit, every duplicate key and the order', () => {
  expect(format('{"b":12345678901234567890.10,"a":[1e400,{}],"b":-0}')).toBe(
    '{\n  "b": 12345678901234567890.10,\n  "a": [\n    1e400,\n    {}\n  ],\n  "b": -0\n}',
  )
})

test('formatting changes no value, and is idempotent', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const formatted = format(text)
      expect(JSON.parse(formatted)).toEqual(JSON.parse(text))
      expect(format(formatted)).toBe(formatted)
    }),
  )
})

describe('an edit at a position', () => {
  const text = '{"id": 9007199254740993, "tags": [1, 2 , 3]}'
  const [id, tags] = splitParts(getNode(text))

  test('changes one value and leaves the rest as written', () => {
    expect(id && withPart(text, id.value, '1')).toBe('{"id": 1, "tags": [1, 2 , 3]}')
    expect(id && withPart(text, { start: id.keyStart, end: id.keyEnd }, '"key"')).toBe(
      '{"key": 9007199254740993, "tags": [1, 2 , 3]}',
    )
  })

  test('removes a part together with its comma', () => {
    expect(tags && withoutPart(text, tags.value, 0)).toContain('[2 , 3]')
    expect(tags && withoutPart(text, tags.value, 2)).toContain('[1, 2]')
    expect(withoutPart(text, getNode(text), 0)).toBe('{"tags": [1, 2 , 3]}')
    expect(withoutPart('[1]', getNode('[1]'), 0)).toBe('[]')
  })

  test('appends a part', () => {
    expect(tags && withNewPart(text, tags.value, 'null')).toContain('[1, 2 , 3, null]')
    expect(withNewPart('{ }', getNode('{ }'), '"a": 1')).toBe('{"a": 1 }')
  })

  test('at any position leaves JSON without other differences', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (values, at) => {
        const written = JSON.stringify(values)
        const position = at % values.length
        expect(JSON.parse(withoutPart(written, getNode(written), position))).toEqual(
          JSON.parse(JSON.stringify(values.toSpliced(position, 1))),
        )
        expect(JSON.parse(withNewPart(written, getNode(written), 'true'))).toEqual(
          JSON.parse(JSON.stringify([...values, true])),
        )
      }),
    )
  })
})
