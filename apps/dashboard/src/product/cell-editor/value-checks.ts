import type { Column } from '@basalt/contract/database/tables'

import { own } from '../../lib/forms/own.ts'
import { readJson } from './json-text.ts'
import { numberProblem } from './number-text.ts'

/** Longer texts are only validated by the server: locally it would block the next key. */
const maxCheckedLength = 500_000

const given: Partial<Record<Column['kind'], string>> = {
  time: 'a date or time',
  uuid: 'a UUID',
  array: 'an array, such as {}',
}

/** Why a text is no value of the column, as far as the browser can tell. */
export function valueProblem({ kind, data_type: type }: Column, text: string): string | undefined {
  if (kind === 'number') return numberProblem(type, text)
  if (kind === 'uuid' && text !== '' && !isUuid(text))
    return 'Enter a valid UUID: 32 hexadecimal digits'
  if (text === '' && given[kind] !== undefined) return `Enter ${given[kind]}`
  if (kind !== 'json' || text.length > maxCheckedLength) return undefined
  const { problem } = readJson(text)
  return problem && `Line ${problem.line}, column ${problem.column}: ${problem.message}`
}

/** PostgreSQL accepts hyphens after every four digits, and braces around them. */
const isUuid = (text: string): boolean =>
  /^(?:\{[^{}]*\}|[^{}]*)$/u.test(text) &&
  /^(?:[\da-f]{4}-?){7}[\da-f]{4}$/iu.test(text.replace(/^\{|\}$/gu, ''))

const examples: Readonly<Record<string, string>> = {
  interval: '1 year 2 mons 3 days 04:05:06.789',
  time: '23:59:59.999999',
  'time with time zone': '12:30:00+02',
  int4range: '[1,10) or empty',
  int8range: '[1,10) or empty',
  numrange: '[0.5,1.5]',
  daterange: '[2024-01-01,2024-02-01)',
  tsrange: '[2024-01-01 00:00,2024-01-02 00:00)',
  tstzrange: '[2024-01-01 00:00+00,)',
  int4multirange: '{[1,3),[5,8)}',
  datemultirange: '{[2024-01-01,2024-02-01)}',
  inet: '192.168.0.1/24 or 2001:db8::1',
  cidr: '192.168.0.0/24',
  macaddr: '08:00:2b:01:02:03',
  macaddr8: '08:00:2b:01:02:03:04:05',
  point: '(1.5,2)',
  line: '{1,-1,0}',
  lseg: '[(0,0),(1,1)]',
  box: '(1,1),(0,0)',
  path: '((0,0),(1,1)), or [(0,0),(1,1)] when it is open',
  polygon: '((0,0),(1,1),(2,0))',
  circle: '<(0,0),1.5>',
  tsvector: "'cat':1 'hat':2",
  tsquery: "'cat' & !'hat'",
  hstore: '"colour"=>"red", "size"=>NULL',
  ltree: 'top.science.astronomy',
  pg_lsn: '16/B374D848',
  xml: '<note>text</note>',
  jsonpath: '$.items[*].price',
}

/** An example of the type's format. */
export function getExample(dataType: string): string | undefined {
  const name = dataType.replace(/\(.*\)/u, '').replace(' without time zone', '')
  if (name.startsWith('bit')) return '10110'
  return own(examples, name)
}
