import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useGo } from '../../lib/browser/use-go.ts'
import { paths } from '../../lib/paths.ts'
import { signOut } from '../../lib/session/sign-out.ts'
import { hasTableDrafts } from '../../lib/storage/table-drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AuthLayout } from './AuthLayout.tsx'

/** Signs out at once, or asks first when that loses work. A failure shows a retry. */
export function LogoutPage() {
  const client = useQueryClient()
  const go = useGo()
  const [isConfirming, setIsConfirming] = useState(hasTableDrafts)
  const { mutate, error } = useMutation({
    mutationFn: () => signOut(client),
    onSuccess: () => go(paths.signIn(), { replace: true }),
  })
  useEffect(() => {
    if (!isConfirming) mutate()
  }, [isConfirming, mutate])

  if (isConfirming) return <Question onConfirm={() => setIsConfirming(false)} />
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

function Question({ onConfirm }: { onConfirm: () => void }) {
  const go = useGo()
  const { history } = useRouter()
  return (
    <AuthLayout title="Sign out?">
      <p>Unsaved edits of rows and tables exist on this device only. Signing out deletes them.</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" size="large" onClick={onConfirm}>
          Sign out and delete edits
        </Button>
        <Button
          size="large"
          onClick={() => (history.canGoBack() ? history.back() : go(paths.root()))}
        >
          Stay signed in
        </Button>
      </div>
    </AuthLayout>
  )
}
