import { privateAddress } from '@basalt/identity'

/**
 * Adds to the refusal of a private address who can allow it. Texts that are stored have no such
 * part: whether the reader is the operator is known when they are read.
 */
export function addRemedy(message: string, reader: { isOperator: boolean }): string {
  if (!message.endsWith(privateAddress)) return message
  return reader.isOperator
    ? `${message}. Add its network to BASALT_ALLOWED_NETWORKS to allow it`
    : `${message}. The operator of this installation can allow it`
}
