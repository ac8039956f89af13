// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'

import { database } from '../../../testing/open-part.tsx'
import { fileOfRun } from './full-result.ts'

afterEach(() => vi.unstubAllGlobals())

const fields = {
  type: 'fields',
  statement: 0,
  fields: [
    { name: 'n', type: 'integer' },
    { name: 't', type: 'text' },
  ],
}
const complete = { type: 'complete', statement: 0, command: 'SELECT', row_count: 2, duration_ms: 1 }
const rows = (...values: (string | null)[][]) => ({ type: 'rows', statement: 0, rows: values })

/** A disk of the browser, and an answer of the server. */
function disk(...lines: object[]) {
  const file = { name: '', text: '', state: 'open' }
  vi.stubGlobal('showSaveFilePicker', async ({ suggestedName }: { suggestedName: string }) => {
    file.name = suggestedName
    return {
      createWritable: async () => ({
        write: async (piece: string) => {
          await Promise.resolve()
          file.text += piece
        },
        close: async () => {
          file.state = 'closed'
        },
        abort: async () => {
          file.state = 'aborted'
        },
      }),
    }
  })
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith(database) ? new Response(body) : new Response('{}'),
  )
  return file
}

const reported: number[] = []
const target = (format: 'csv' | 'json') => ({
  projectRef: database.split('/').at(-1) ?? '',
  statement: 'select 1',
  settings: undefined,
  values: undefined,
  format,
  name: 'sales',
  signal: new AbortController().signal,
  onRows: (count: number) => reported.push(count),
})

describe('a run into a file', () => {
  test('writes chunks in order as they arrive, and closes the file at the end', async () => {
    reported.length = 0
    const file = disk(fields, rows(['1', 'a']), rows(['2', null], ['3', '']), complete, {
      type: 'end',
    })
    expect(await fileOfRun(target('csv'))).toBe(3)
    expect(file).toEqual({
      name: 'sales.csv',
      text: 'n,t\r\n1,a\r\n2,\r\n3,""\r\n',
      state: 'closed',
    })
    expect(reported).toEqual([1, 3])
  })

  test('is complete JSON, also without a row', async () => {
    const file = disk(fields, complete, { type: 'end' })
    expect(await fileOfRun(target('json'))).toBe(0)
    expect(JSON.parse(file.text)).toEqual([])
  })

  test('that breaks off leaves no file', async () => {
    const file = disk(fields, rows(['1', 'a']), { type: 'end' })
    await expect(fileOfRun(target('csv'))).rejects.toThrow('lost before all rows arrived')
    expect(file.state).toBe('aborted')
  })

  test('that returns no rows reports that', async () => {
    const file = disk(complete, { type: 'end' })
    await expect(fileOfRun(target('csv'))).rejects.toThrow('The statement returned no rows.')
    expect(file.state).toBe('aborted')
  })
})
