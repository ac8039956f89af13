import { ApiError } from '@basalt/contract/errors'

type Reading = { error: Error | null; refetch: () => unknown }

/** The state of an object's page while there is no object to show. */
export function unreadState({ error, refetch }: Reading, failure: string) {
  if (error === null) return { state: 'loading' } as const
  if (error instanceof ApiError && error.code === 404) return { state: 'missing' } as const
  return { state: 'failed', failure, error, onRetry: () => void refetch() } as const
}
