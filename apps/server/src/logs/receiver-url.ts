import { ApiError } from '@basalt/contract/errors'
import { type OutboundNetwork, OutboundError } from '@basalt/identity'

import { addRemedy } from '../limits/private-address.ts'

type Checked = { outside: OutboundNetwork; field: string; reader: { isOperator: boolean } }

/** Refuses, at its field, a URL that nothing would ever be sent to. */
export function checkReceiver(url: string, { outside, field, reader }: Checked): void {
  try {
    outside.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const message = addRemedy(error.message, reader)
    throw new ApiError('invalid_request', message, { fields: { [field]: message } })
  }
}

/** A URL without its path and query, which often have a token in them. */
export function withoutToken(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { origin, pathname, search } = new URL(url)
  return pathname === '/' && search === '' ? origin : `${origin}/…`
}
