import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { ClickHouse } from '@basalt/logs'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file of the library; null outside of `npm run test:clickhouse`. */
    chdbModule: string | null
  }
}

type Result = { text(): string }

/** The part of the library `chdb` that the suite uses. */
type Session = {
  queryAsync(statement: string, options: { format: string }): Promise<Result>
  queryBindAsync(statement: string, values: object, options: { format: string }): Promise<Result>
  insert(input: { table: string; values: readonly object[] }): Promise<unknown>
  close(): void
}

/** ClickHouse inside this process, with a directory of its own. */
export async function embeddedClickHouse() {
  const path = inject('chdbModule')
  if (path === null) throw new Error('Run the suite by npm run test:clickhouse')
  const { Session } = (await import(pathToFileURL(path).href)) as {
    Session: new (directory: string) => Session
  }
  const directory = await mkdtemp(join(tmpdir(), 'basalt-logs-'))
  const session = new Session(directory)
  return {
    database: embedded(session),
    dispose: async () => {
      session.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const format = 'JSONEachRow'
const quoted = 'settings output_format_json_quote_64bit_integers = 1'

function embedded(session: Session): ClickHouse {
  return {
    async query<Row extends object>(
      statement: string,
      parameters: Readonly<Record<string, unknown>> = {},
      signal?: AbortSignal,
    ) {
      signal?.throwIfAborted()
      const result = await session.queryBindAsync(`${statement} ${quoted}`, parameters, { format })
      const lines = result.text().split('\n')
      return lines.flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Row)))
    },
    async *lines(statement, parameters, signal) {
      signal?.throwIfAborted()
      const options = { format: 'JSONCompactEachRowWithNamesAndTypes' }
      const result = await session.queryBindAsync(statement, parameters, options)
      for (const line of result.text().split('\n')) {
        if (line !== '') yield JSON.parse(line) as unknown[]
      }
    },
    async command(statement, parameters = {}) {
      await session.queryBindAsync(statement, parameters, { format })
    },
    async insert(table, rows) {
      await session.insert({ table, values: rows })
    },
    close: () => Promise.resolve(),
  }
}
