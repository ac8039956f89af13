import { account } from '@basalt/contract/account/account'
import { profiles } from '@basalt/contract/account/profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { Link } from '../../lib/Link.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AuthLayout } from './AuthLayout.tsx'

/** Opened from the mail to a new address; moves the account there at once. */
export function ConfirmEmailPage({ query }: { query: UrlQuery }) {
  const token = readText(query, 'token')
  const client = useQueryClient()
  const { mutate, data, error } = useMutation({
    mutationFn: (target: string) => call(account.confirmEmail, { body: { token: target } }),
    onSuccess: async () => {
      await Promise.all([invalidate(client, profiles.get), invalidate(client, account.details)])
    },
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
    <AuthLayout title="Confirm your new email address">
      {data !== undefined && (
        <Notice tone="good" title={`Your account now uses ${data.email}`}>
          Sign in with this address from now on.
        </Notice>
      )}
      {failure !== undefined && (
        <Notice tone="bad" title="Could not change the address">
          {failure}
        </Notice>
      )}
      {data === undefined && failure === undefined && <Skeleton className="h-16" />}
      <Link
        className={buttonClass({ variant: 'primary', size: 'large' }, 'self-start')}
        href={paths.account()}
      >
        Go to your account
      </Link>
    </AuthLayout>
  )
}
