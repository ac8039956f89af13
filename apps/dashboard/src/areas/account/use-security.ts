import { profiles } from '@basalt/contract/account/profile'
import { accountSecurity } from '@basalt/contract/account/second-factors'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { invalidate } from '../../lib/network/api.ts'
import { NotConfirmed, useConfirmed } from './ConfirmIdentity.tsx'

/** Asks again for everything that tells how an account is guarded. */
function useSecurityRefresh() {
  const client = useQueryClient()
  return async () => {
    const changed = [accountSecurity.get, profiles.get, profiles.sessions]
    await Promise.all(changed.map((route) => invalidate(client, route)))
  }
}

/**
 * A change of how the account is guarded: asks who is there when the server wants to know,
 * and reads everything anew afterwards. A question that was closed is no error.
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
