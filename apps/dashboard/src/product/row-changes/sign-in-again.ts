import { queryClient } from '../../lib/network/query-client.ts'
import { profileQuery } from '../../lib/session/account.ts'

/**
 * The link to sign in and back to this page, where the stored changes wait. The page itself detects
 * the expired session when it reads the profile.
 */
export const signInAgain = {
  label: 'Sign in',
  run: () => void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }),
}
