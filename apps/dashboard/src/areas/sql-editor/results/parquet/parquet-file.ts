import { ByteWriter, ParquetWriter } from 'hyparquet-writer'

import { distinctNames, type Rows } from '../../../../product/rows/value-kinds.ts'
import { asText, type ParquetType, getParquetType } from './parquet-types.ts'

/** Rows per write; the page is responsive between them. */
const groupRows = 20_000

type Column = { name: string; at: number; kind: ParquetType }

export type ParquetFile = {
  bytes: ArrayBuffer
  /** Columns with a value that their type would not preserve. */
  asText: string[]
}

/** A Parquet file with these rows, in which no value is another one than in the database. */
export async function toParquet(rows: Rows): Promise<ParquetFile> {
  const names = distinctNames(rows.fields)
  const columns: Column[] = []
  const changed: string[] = []
  for (const [at, { type }] of rows.fields.entries()) {
    const kind = getParquetType(type)
    const name = names[at] ?? ''
    const storesAll = holdsAll(rows, at, kind)
    if (!storesAll) changed.push(name)
    columns.push({ name, at, kind: storesAll ? kind : asText })
    await pause()
  }
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, kind }) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...kind.element,
      })),
    ],
    createdBy: 'Basalt',
  })
  for (let from = 0; from < rows.count; from += groupRows) {
    const to = Math.min(from + groupRows, rows.count)
    void file.write({ columnData: columns.map((column) => getData(rows, column, [from, to])) })
    await pause()
  }
  void file.finish()
  return { bytes: writer.getBuffer(), asText: changed }
}

function holdsAll(rows: Rows, at: number, { read }: ParquetType): boolean {
  for (let row = 0; row < rows.count; row += 1) {
    const text = rows.at(row)[at] ?? null
    if (text !== null && read(text) === undefined) return false
  }
  return true
}

function getData(rows: Rows, { name, at, kind }: Column, [from, to]: [number, number]) {
  const data = Array.from({ length: to - from }, (_, position) => {
    const text = rows.at(from + position)[at] ?? null
    return text === null ? null : kind.read(text)
  })
  return { name, data }
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))
