import { ApiError } from '@basalt/contract/errors'
import { EngineError } from '@basalt/engine'

export const missingSecret = () => new ApiError('not_found', 'This secret does not exist')

/** A name that another secret has is an error of the form's field. */
export function asVaultError(error: unknown): unknown {
  if (!(error instanceof EngineError) || error.sql?.sqlstate !== '23505') return error
  const message = 'Another secret has this name'
  return new ApiError('conflict', message, { fields: { name: message } })
}
