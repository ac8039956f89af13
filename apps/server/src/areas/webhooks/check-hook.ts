import { ApiError } from '@basalt/contract/errors'
import type { NewHook } from '@basalt/contract/webhooks/webhooks'
import type { Queryable } from '@basalt/engine'
import type { OutboundNetwork } from '@basalt/identity'

import { findUrlFault } from '../../projects/request-url.ts'
import { listReferences } from '../../vault/references.ts'
import { listSecretNames } from './signing-secret.ts'

/** The connection and the signature set these. */
const reserved = new Set(
  (
    'host content-length transfer-encoding connection expect keep-alive upgrade te trailer ' +
    'proxy-connection webhook-id webhook-timestamp webhook-signature'
  ).split(' '),
)

export type HookContent = Pick<
  NewHook,
  'events' | 'method' | 'url' | 'headers' | 'params' | 'signature' | 'secret_name'
>

/** @throws ApiError `invalid_request` for the fields that a schema cannot check. */
export async function checkHook(
  network: { outside: OutboundNetwork; reader: { isOperator: boolean } },
  db: Queryable,
  content: HookContent,
): Promise<void> {
  const secrets = new Set(await listSecretNames(db))
  const missing = (text: string) => listReferences(text).find((name) => !secrets.has(name))
  const fields: Record<string, string> = {}
  const refuse = (field: string, message: string | undefined) => {
    if (message !== undefined) fields[field] ??= message
  }
  const refuseMissing = (field: string, text: string) => {
    const name = missing(text)
    if (name !== undefined) refuse(field, `The vault has no secret "${name}"`)
  }
  refuse('url', findUrlFault(content.url, network))
  refuseMissing('url', content.url)
  for (const [name, value] of Object.entries(content.headers)) {
    if (reserved.has(name.toLowerCase())) refuse('headers', `Basalt sets the header ${name}`)
    refuseMissing('headers', value)
  }
  for (const value of Object.values(content.params)) refuseMissing('params', value)
  if (content.signature === 'vault' && !secrets.has(content.secret_name ?? '')) {
    refuse('secret_name', 'Choose a secret of the vault')
  }
  const [first] = Object.values(fields)
  if (first !== undefined) throw new ApiError('invalid_request', first, { fields })
}
