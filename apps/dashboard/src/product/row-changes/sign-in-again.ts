import { queryClient } from '../../lib/network/query-client.ts'
import { profileQuery } from '../../lib/session/account.ts'

/**
 * The way to sign in and back to this place, where what was kept waits. The page itself finds
 * that the session is over when it asks who is there.
 */
export const signInAgain = {
  label: 'Sign in',
  run: () => void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }),
}
