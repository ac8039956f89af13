import {
  databaseQuery,
  type QueryLine,
  type SessionSettings,
} from '@basalt/contract/database/query'

import { stream } from '../../../lib/network/api.ts'
import { type RowWriter, getWriter } from '../../../product/results/result-text.ts'
import { saveBlob } from './rows/result-files.ts'

type Target = {
  projectRef: string
  statement: string
  settings: SessionSettings | undefined
  values: (string | null)[] | undefined
  format: 'csv' | 'json'
  name: string
  signal: AbortSignal
  onRows: (rows: number) => void
}

/** The target of a file's chunks. */
type Sink = {
  write: (piece: string) => void
  close: () => Promise<void>
  drop: () => Promise<void>
}

/**
 * Runs a statement again, read-only, and streams its result into a file. Resolves with the number
 * of rows; a failed run leaves no file that looks complete.
 */
export async function fileOfRun(target: Target): Promise<number> {
  const sink = await sinkFor(`${target.name}.${target.format}`)
  const file = fileWriter(target, sink)
  try {
    await stream(
      databaseQuery.run,
      {
        params: { ref: target.projectRef },
        body: {
          query: target.statement,
          settings: { ...target.settings, read_only: true },
          ...(target.values !== undefined && { values: target.values }),
        },
      },
      { signal: target.signal, onLine: file.take },
    )
    const rows = file.end()
    await sink.close()
    return rows
  } catch (error) {
    await sink.drop()
    throw error
  }
}

function fileWriter({ format, onRows }: Target, sink: Sink) {
  let writer: RowWriter | undefined
  let rows = 0
  let failure: string | undefined =
    'The connection was lost before all rows arrived. Run the statement again.'
  return {
    take: (line: QueryLine) => {
      if (line.type === 'fields') {
        writer = getWriter(format, line.fields)
        sink.write(writer.begin)
      } else if (line.type === 'rows') {
        const started = rows
        sink.write(line.rows.map((row, at) => writer?.row(row, started + at === 0) ?? '').join(''))
        rows += line.rows.length
        onRows(rows)
      } else if (line.type === 'error') failure = line.message
      else if (line.type === 'complete') failure = undefined
    },
    end: () => {
      if (failure !== undefined) throw new Error(failure)
      if (writer === undefined) throw new Error('The statement returned no rows.')
      sink.write(writer.end(rows === 0))
      return rows
    },
  }
}

type Picker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<{
    write: (data: string) => Promise<void>
    close: () => Promise<void>
    abort: () => Promise<void>
  }>
}>

/** Straight to the disk where the browser lets a page do that; otherwise by way of a download. */
async function sinkFor(name: string): Promise<Sink> {
  const { showSaveFilePicker: pick } = globalThis as { showSaveFilePicker?: Picker }
  if (pick === undefined) return downloadSink(name)
  const file = await (await pick({ suggestedName: name })).createWritable()
  let written: Promise<void> = Promise.resolve()
  return {
    write: (piece) => {
      written = written.then(() => file.write(piece))
      // Closing the file reports it.
      written.catch(() => undefined)
    },
    close: async () => {
      await written
      await file.close()
    },
    drop: () => file.abort(),
  }
}

const blobAfter = 4_000_000

/** Texts become Blob parts early, because the browser keeps those outside of the page's memory. */
function downloadSink(name: string): Sink {
  const parts: Blob[] = []
  let texts: string[] = []
  let size = 0
  const flush = () => {
    parts.push(new Blob(texts))
    texts = []
    size = 0
  }
  return {
    write: (piece) => {
      texts.push(piece)
      size += piece.length
      if (size > blobAfter) flush()
    },
    close: async () => {
      flush()
      saveBlob(new Blob(parts), name)
    },
    drop: async () => {
      parts.length = 0
    },
  }
}
