import { signIn } from '@basalt/contract/account/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { homePath } from '../../lib/session/home.ts'
import { returnTarget } from '../../lib/session/return-to.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { githubErrorText } from './github-text.ts'
import { useGoOn } from './use-enter.ts'

/** The return page of GitHub; continues by itself after a success. */
export function GithubReturnPage() {
  const install = useInstall()
  const goOn = useGoOn('github')
  const finish = useMutation({
    mutationFn: finishSignIn,
    onSuccess: ({ return_to: returnTo, ...step }) => {
      const search = new URLSearchParams(returnTo === null ? {} : { returnTo })
      return goOn(step, returnTarget(`?${search.toString()}`, homePath(install)))
    },
    // A toast, as SPEC.md section 8 requires; the page keeps the text afterwards.
    onError: (error) => notify.error(githubErrorText(error, install.support_email)),
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
    <AuthLayout title="Sign in with GitHub">
      {finish.error === null ? (
        <Skeleton className="h-16" />
      ) : (
        <>
          <Notice tone="bad" title="Sign-in not completed">
            {githubErrorText(finish.error, install.support_email)}
          </Notice>
          <Link
            className={buttonClass({ variant: 'primary', size: 'large' }, 'self-start')}
            href={paths.signIn()}
          >
            Back to sign in
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
  if (given.get('error') === 'access_denied') {
    return Promise.reject(new Error('GitHub did not share your account because you denied access.'))
  }
  if (code === null || state === null) {
    return Promise.reject(new Error('This link is incomplete. Start the sign-in again.'))
  }
  return call(signIn.finishGithub, { body: { code, state } })
}
