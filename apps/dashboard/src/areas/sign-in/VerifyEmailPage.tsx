import { signIn } from '@basalt/contract/account/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AuthLayout } from './AuthLayout.tsx'

/** Opened from the mail; verifies at once. */
export function VerifyEmailPage({ query }: { query: UrlQuery }) {
  const token = readText(query, 'token')
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: (target: string) => call(signIn.verifyEmail, { body: { token: target } }),
  })
  // A token works once, so the development mode's second effect must not use it again.
  const sent = useRef<string>(undefined)
  useEffect(() => {
    if (token === undefined || sent.current === token) return
    sent.current = token
    mutate(token)
  }, [token, mutate])
  const failure = token === undefined ? 'This link is incomplete.' : error?.message

  return (
    <AuthLayout title="Verify your email">
      {isSuccess && (
        <Notice tone="good" title="Your email address is verified">
          Sign in to continue.
        </Notice>
      )}
      {failure !== undefined && (
        <Notice tone="bad" title="The address could not be verified">
          {failure} Open the link from the email again, or sign up again to get a new one.
        </Notice>
      )}
      {!isSuccess && failure === undefined && <Skeleton className="h-16" />}
      <Link
        className={buttonClass({ variant: 'primary', size: 'large' }, 'self-start')}
        href={paths.signIn()}
      >
        Go to sign in
      </Link>
    </AuthLayout>
  )
}
