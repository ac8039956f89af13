import { type OutboundNetwork, OutboundError } from '@basalt/identity'

import { addRemedy } from '../limits/private-address.ts'
import { listReferences } from '../vault/references.ts'

type Reading = { outside: OutboundNetwork; reader: { isOperator: boolean } }

/**
 * Why a webhook or a job cannot send requests to a URL; undefined if it can. A name is resolved for
 * each request, and a URL with a secret is checked then.
 */
export function findUrlFault(url: string, { outside, reader }: Reading): string | undefined {
  if (listReferences(url).length > 0) return undefined
  try {
    outside.check(url, { allowsHttp: true })
    return undefined
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return addRemedy(error.message, reader)
  }
}
