import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { AuthLayout } from './AuthLayout.tsx'

/** A second step without a first one: the address was opened directly, or it is finished. */
export function SignInNotStarted({ returnTo }: { returnTo: string | undefined }) {
  return (
    <AuthLayout
      title="Sign in first"
      lead="This page is the second step of a sign-in, and this browser has no sign-in in progress."
    >
      <Link
        className={buttonClass({ variant: 'primary', size: 'large' }, 'self-start')}
        href={paths.signIn(returnTo)}
      >
        Sign in
      </Link>
    </AuthLayout>
  )
}
