import type { GatewayRequest } from './exchange.ts'
import type { LoggedHeaders } from './request-log.ts'

const maxLength = 1000
const secretName =
  /key|token|secret|passw|pwd|auth|jwt|sig|code|credential|session|otp|nonce|email|phone/iu
/** Long texts without a space or a dot of PostgREST's operators: keys, hashes, signatures. */
const secretValue = /^[\w+/=%-]{32,}$|^eyJ|^[\w-]+\.[\w-]+\.[\w-]{16,}$/u
const redacted = '[redacted]'

/**
 * The query of a URL for the log, with its question mark. Values whose name or form says that they
 * may be a secret are left out.
 */
export function getLoggedQuery(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return ''
  const [query = ''] = url.slice(start + 1, start + 1 + 4 * maxLength).split('#')
  if (query === '') return ''
  const parts = query.split('&').map((part) => {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=')
    const isSecret = secretName.test(decoded(name)) || secretValue.test(decoded(value))
    return value !== '' && isSecret ? `${name}=${redacted}` : part
  })
  return `?${parts.join('&')}`.slice(0, maxLength)
}

const maxHeader = 300
const header = (value: string | undefined) => value?.slice(0, maxHeader) ?? null

/** The headers of a request for the log. A referer loses its query, which may have a token. */
export const getLoggedHeaders = ({ headers = {} }: GatewayRequest): LoggedHeaders => ({
  host: header(headers.host),
  referer: header(headers.referer?.split(/[?#]/u)[0]),
  user_agent: header(headers.userAgent),
  x_client_info: header(headers.clientInfo),
  x_forwarded_proto: header(headers.forwardedProto),
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
