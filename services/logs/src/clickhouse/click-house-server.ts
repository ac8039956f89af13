import type { ClickHouse } from './click-house.ts'

const requestMs = 30_000

/** A ClickHouse server by its URL, which may have a user, a password and a database. */
export async function clickHouseServer(url: string): Promise<ClickHouse> {
  const { createClient } = await import('@clickhouse/client')
  const client = createClient({
    url,
    request_timeout: requestMs,
    application: 'basalt',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  })
  return {
    async query(statement, parameters = {}, signal) {
      const answer = await client.query({
        query: statement,
        query_params: { ...parameters },
        format: 'JSONEachRow',
        ...(signal !== undefined && { abort_signal: signal }),
      })
      return answer.json()
    },
    async *lines(statement, parameters, signal) {
      const answer = await client.query({
        query: statement,
        query_params: { ...parameters },
        format: 'JSONCompactEachRowWithNamesAndTypes',
        ...(signal !== undefined && { abort_signal: signal }),
      })
      for await (const rows of answer.stream<unknown[]>()) {
        for (const row of rows) yield row.json()
      }
    },
    async command(statement, parameters = {}) {
      await client.command({ query: statement, query_params: { ...parameters } })
    },
    async insert(table, rows) {
      await client.insert({ table, values: [...rows], format: 'JSONEachRow' })
    },
    close: () => client.close(),
  }
}
