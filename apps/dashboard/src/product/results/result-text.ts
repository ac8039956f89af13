import { delimitedLine } from '@basalt/delimited'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import {
  distinctNames,
  inWords,
  getKind,
  type Row,
  type Rows,
  type ValueKind,
} from '../rows/value-kinds.ts'

export type TextFormat = 'csv' | 'json' | 'markdown' | 'insert'

/** Turns rows into text piece by piece, so that a file of any size is never one string. */
export type RowWriter = {
  begin: string
  /** `isFirst` of the whole text. */
  row: (row: Row, isFirst: boolean) => string
  end: (isEmpty: boolean) => string
}

type Fields = Rows['fields']

/** RFC 4180 with a line of names; NULL is an empty field, an empty text a pair of quotes. */
function csvWriter(fields: Fields): RowWriter {
  const announce = describe(fields)
  return {
    begin: delimitedLine(fields.map(({ name }) => name)),
    row: (row) => delimitedLine(row.map(announce)),
    end: () => '',
  }
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/** A list of objects. Numbers keep every digit because they are never parsed. */
function jsonWriter(fields: Fields): RowWriter {
  const kinds = fields.map(({ type }) => getKind(type))
  const keys = distinctNames(fields).map((name) => JSON.stringify(name))
  return {
    begin: '[',
    row: (row, isFirst) => {
      const entries = keys.map((key, at) => `${key}: ${toJson(row[at] ?? null, kinds[at])}`)
      return `${isFirst ? '' : ','}\n  { ${entries.join(', ')} }`
    },
    end: (isEmpty) => (isEmpty ? ']\n' : '\n]\n'),
  }
}

function toJson(value: string | null, kind: ValueKind | undefined): string {
  if (value === null) return 'null'
  if (kind === 'number' && jsonNumber.test(value)) return value
  if (kind === 'boolean') return inWords(value) ?? 'null'
  if (kind === 'json') return value
  return JSON.stringify(value)
}

/** A table of Markdown. Characters with a meaning are escaped. */
function markdownWriter(fields: Fields): RowWriter {
  const kinds = fields.map(({ type }) => getKind(type))
  const announce = describe(fields)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return {
    begin:
      line(fields.map(({ name }) => toMarkdown(name))) +
      line(kinds.map((kind) => (kind === 'number' ? '---:' : '---'))),
    row: (row) => line(row.map((value, at) => toMarkdown(announce(value, at)))),
    end: () => '',
  }
}

/** Text as it is; NULL in italics, so that it is not the word. */
function toMarkdown(value: string | null): string {
  if (value === null) return '*NULL*'
  return value.replaceAll(/[\\`*_[\]<>|&~]/gu, String.raw`\$&`).replaceAll(/\r\n|\r|\n/gu, '<br>')
}

const rowsOfInsert = 500

/** Statements that put the rows into a table, some hundred with each. */
function insertWriter(fields: Fields, table: string): RowWriter {
  const kinds = fields.map(({ type }) => getKind(type))
  const names = distinctNames(fields).map(quoteIdent)
  const head = `insert into ${getTable(table)} (${names.join(', ')}) values\n`
  let written = 0
  return {
    begin: '',
    row: (row) => {
      const values = row.map((value, at) => toLiteral(value, kinds[at]))
      const lead = written === 0 ? head : getStart(written, head)
      written += 1
      return `${lead}  (${values.join(', ')})`
    },
    end: (isEmpty) => (isEmpty ? '' : ';\n'),
  }
}

const getStart = (written: number, head: string) =>
  written % rowsOfInsert === 0 ? `;\n${head}` : ',\n'

/** `shop.orders` is a table in a schema, unless the name is quoted as a whole. */
const getTable = (name: string) =>
  name.includes('"') ? name : name.split('.').map(quoteIdent).join('.')

function toLiteral(value: string | null, kind: ValueKind | undefined): string {
  if (value === null) return 'null'
  if (kind === 'number' && jsonNumber.test(value)) return value
  if (kind === 'boolean') return inWords(value) ?? 'null'
  return quoteLiteral(value)
}

const describe = (fields: Fields) => {
  const booleans = new Set(
    fields.flatMap(({ type }, at) => (getKind(type) === 'boolean' ? [at] : [])),
  )
  return (value: string | null, at: number) => (booleans.has(at) ? inWords(value) : value)
}

export function getWriter(format: TextFormat, fields: Fields, table = 'table_name'): RowWriter {
  if (format === 'insert') return insertWriter(fields, table)
  return { csv: csvWriter, json: jsonWriter, markdown: markdownWriter }[format](fields)
}

/** The pieces of the text, each of some thousand rows. */
export function* textPieces({ fields, count, at }: Rows, writer: RowWriter): Generator<string> {
  let piece = writer.begin
  for (let index = 0; index < count; index += 1) {
    piece += writer.row(at(index).slice(0, fields.length), index === 0)
    if (index % 2000 === 1999) {
      yield piece
      piece = ''
    }
  }
  yield piece + writer.end(count === 0)
}

/** The first table of a query, as a default for INSERT statements. */
export function tableRead(statement: string): string | undefined {
  const plain = statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//gu, ' ')
  const name = String.raw`(?:"(?:[^"]|"")+"|[a-z_][\w$]*)`
  const found = new RegExp(
    String.raw`\b(?:from|table)\s+(?:only\s+)?(${name}(?:\.${name})?)(?![\w$.]|\s*\()`,
    'iu',
  ).exec(plain)
  return found?.[1]
}
