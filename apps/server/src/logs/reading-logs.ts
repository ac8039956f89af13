import { ApiError } from '@basalt/contract/errors'
import { type LogPosition, LogStoreError } from '@basalt/logs'

/** @throws ApiError 503 when the store does not answer. */
export async function readingLogs<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof LogStoreError)) throw error
    throw new ApiError('log_store_unreachable', 'The log store does not answer. Try again soon.', {
      cause: error,
      retryAfter: 5,
    })
  }
}

export const toCursor = ({ at, id }: LogPosition): string => `${at.toISOString()}_${id}`

export function fromCursor(cursor: string): LogPosition {
  const [at = '', id = ''] = cursor.split('_')
  return { at: new Date(at), id }
}
