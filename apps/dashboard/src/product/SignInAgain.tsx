import { ApiError } from '@basalt/contract/errors'

import { Link } from '../lib/Link.tsx'
import { paths } from '../lib/paths.ts'
import { buttonClass } from '../ui/Button.tsx'

export const isSignedOut = (error: Error) => error instanceof ApiError && error.code === 401

/** The text of the query is stored in the browser, so nothing is lost on the way. */
export function SignInAgain() {
  return (
    <Link href={paths.signIn(globalThis.location.pathname)} className={buttonClass()}>
      Sign in again
    </Link>
  )
}
