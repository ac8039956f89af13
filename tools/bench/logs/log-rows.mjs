const statuses = [200, 200, 200, 200, 200, 201, 204, 304, 401, 404, 500]
const methods = ['GET', 'GET', 'GET', 'POST', 'PATCH', 'DELETE']
const tables = Array.from({ length: 40 }, (_, index) => `table_${index}`)

/**
 * A row of a project's API: the request with this number, the same in every run.
 *
 * @param {string} ref
 * @param {number} number
 * @param {number} at
 */
export function requestRow(ref, number, at) {
  const mixed = (number * 2_654_435_761) % 4_294_967_296
  const status = statuses[mixed % statuses.length] ?? 200
  const method = methods[(mixed >> 4) % methods.length] ?? 'GET'
  const path = `/rest/v1/${tables[Math.abs(mixed >> 8) % tables.length]}`
  return {
    ref,
    source: 'edge_logs',
    at,
    level: status >= 500 ? 'error' : status >= 400 ? 'warning' : 'info',
    message: `${method} | ${status} | ${path}?id=eq.${number}`,
    status,
    method,
    path,
    request_id: requestId(number),
    durationMs: (mixed % 1000) / 10,
    metadata: {
      request: {
        method,
        path,
        search: `?id=eq.${number}`,
        host: 'api.example.test',
        headers: { x_client_info: 'client/2.1', x_real_ip: `192.0.2.${number % 250}` },
      },
      response: { status_code: status, origin_time: mixed % 100 },
    },
  }
}

/** @param {number} number */
export const requestId = (number) =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/**
 * The line of COPY of a row, in the order of the store's columns.
 *
 * @param {ReturnType<typeof requestRow>} row
 * @param {number} number
 */
export const plainLine = (row, number) =>
  `${[
    1,
    1,
    20,
    28,
    row.status,
    'f',
    row.durationMs,
    new Date(row.at).toISOString(),
    number,
    number,
    row.method,
    row.path,
    '\\N',
    '\\N',
    '\\N',
    row.request_id,
    row.message,
    JSON.stringify(row.metadata),
  ].join('\t')}\n`
