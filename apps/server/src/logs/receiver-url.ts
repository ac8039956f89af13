import { ApiError } from '@basalt/contract/errors'
import { type OutboundNetwork, OutboundError } from '@basalt/identity'

/** Refuses, at its field, a URL that nothing would ever be sent to. */
export function checkReceiver(outside: OutboundNetwork, url: string, field: string): void {
  try {
    outside.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new ApiError('invalid_request', error.message, { fields: { [field]: error.message } })
  }
}

/** A URL without its path and query, which often have a token in them. */
export function withoutToken(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
