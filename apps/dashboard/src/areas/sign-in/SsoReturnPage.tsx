import { ssoSignIn } from '@basalt/contract/account/sso'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { signInSso } from './paths.ts'
import { useGoOn } from './use-enter.ts'

/** The return page of the identity provider; continues by itself after a success. */
export function SsoReturnPage() {
  const install = useInstall()
  const goOn = useGoOn('sso')
  const finish = useMutation({
    mutationFn: finishSignIn,
    onSuccess: ({ return_to: returnTo, ...step }) => {
      const search = new URLSearchParams(returnTo === null ? {} : { returnTo })
      return goOn(step, returnTarget(`?${search.toString()}`, homePath(install)))
    },
  })
  const { mutate } = finish
  // A code works once, so the development mode's second effect must not use it again.
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate(globalThis.location.search)
  }, [mutate])

  return (
    <AuthLayout title="Single sign-on">
      {finish.error === null ? (
        <output className="flex flex-col gap-3">
          <span className="text-ink-soft">Signing you in…</span>
          <Skeleton className="h-8" />
        </output>
      ) : (
        <>
          <Notice tone="bad" title="Sign-in not completed">
            {finish.error.message}
          </Notice>
          <Link
            className={buttonClass({ variant: 'primary', size: 'large' }, 'self-start')}
            href={signInSso()}
          >
            Start again
          </Link>
        </>
      )}
    </AuthLayout>
  )
}

/** A cookie identifies the browser that started the sign-in. */
function finishSignIn(search: string) {
  const given = new URLSearchParams(search)
  const [code, state] = [given.get('code'), given.get('state')]
  const refusal = given.get('error_description') ?? given.get('error')
  if (refusal !== null) {
    return Promise.reject(
      new Error(`Message from your identity provider: ${refusal.slice(0, 300)}`),
    )
  }
  if (code === null || state === null) {
    return Promise.reject(new Error('This link is incomplete. Start the sign-in again.'))
  }
  return call(ssoSignIn.finish, { body: { code, state, iss: given.get('iss') ?? undefined } })
}
