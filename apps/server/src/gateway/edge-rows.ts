import type { LoggedRequest } from '@basalt/gateway'
import type { LogLevel, NewLogRow } from '@basalt/logs'

const levelOf = (status: number): LogLevel =>
  status >= 500 ? 'error' : status >= 400 ? 'warning' : 'info'

/** A request of a project as a row of the source `edge_logs`; null when it named no project. */
export function toEdgeRow(request: LoggedRequest, baseUrl: string): NewLogRow | null {
  const { ref, method, path, search, status, address, headers } = request
  if (ref === null) return null
  const host = headers.host ?? new URL(baseUrl).host
  const protocol = (headers.x_forwarded_proto ?? new URL(baseUrl).protocol).replace(/:$/u, '')
  const agent = headers.user_agent ?? ''
  return {
    ref,
    source: 'edge_logs',
    at: request.at.getTime(),
    level: levelOf(status),
    status,
    method,
    path,
    request_id: request.requestId,
    durationMs: request.durationMs,
    message: [method, status, address ?? '-', `${path}${search}`, agent].join(' | '),
    metadata: {
      request: {
        method,
        path,
        search,
        host,
        protocol,
        url: `${protocol}://${host}/p/${ref}${path}${search}`,
        headers: {
          host: headers.host,
          referer: headers.referer,
          user_agent: headers.user_agent,
          x_client_info: headers.x_client_info,
          x_forwarded_proto: headers.x_forwarded_proto,
          x_real_ip: address,
        },
      },
      response: {
        status_code: status,
        origin_time: Math.round(request.durationMs * 100) / 100,
        headers: { content_type: request.contentType, date: request.at.toUTCString() },
      },
    },
  }
}
