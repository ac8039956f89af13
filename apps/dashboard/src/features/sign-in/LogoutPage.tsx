import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { paths } from '../../lib/paths.ts'
import { signOut } from '../../lib/sign-out.ts'
import { useGo } from '../../lib/use-go.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout } from './AuthLayout.tsx'

/** Signs out at once. When the server cannot be told, says so and offers to try again. */
export function LogoutPage() {
  const client = useQueryClient()
  const go = useGo()
  const { mutate, error } = useMutation({
    mutationFn: () => signOut(client),
    onSuccess: () => go(paths.signIn(), { replace: true }),
  })
  useEffect(() => mutate(), [mutate])

  return (
    <AuthLayout title={error === null ? 'Signing out' : 'You are not signed out yet'}>
      {error !== null && (
        <>
          <Notice tone="bad">{error.message}</Notice>
          <Button variant="primary" size="large" className="self-start" onClick={() => mutate()}>
            Try again
          </Button>
        </>
      )}
    </AuthLayout>
  )
}
