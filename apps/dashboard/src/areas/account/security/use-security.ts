import { profiles } from '@basalt/contract/account/profile'
import { accountSecurity } from '@basalt/contract/account/second-factors'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { invalidate } from '../../../lib/network/api.ts'
import { NotConfirmed, useConfirmed } from '../identity-check/ConfirmIdentity.tsx'

/** Refetches everything about the account's security. */
function useSecurityRefresh() {
  const client = useQueryClient()
  return async () => {
    const changed = [accountSecurity.get, profiles.get, profiles.sessions]
    await Promise.all(changed.map((route) => invalidate(client, route)))
  }
}

/**
 * A change of the account's security: asks for a confirmation of identity on demand, and refetches
 * everything afterwards. Closing the dialog is no error.
 */
export function useSecurityChange<Answer, Input = void>(
  change: (input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  const confirmed = useConfirmed()
  const refresh = useSecurityRefresh()
  const mutation = useMutation({
    mutationFn: (input: Input) => confirmed(() => change(input)),
    onSuccess: async (answer) => {
      await refresh()
      onSuccess?.(answer)
    },
  })
  const error = mutation.error instanceof NotConfirmed ? null : mutation.error
  return { ...mutation, error }
}
