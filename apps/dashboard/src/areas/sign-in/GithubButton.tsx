import { signIn } from '@basalt/contract/account/sign-in'
import { useMutation } from '@tanstack/react-query'
import { FolderGit2 } from 'lucide-react'

import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { useInstall } from '../../lib/install.tsx'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { githubErrorText } from './github-text.ts'

export function GithubButton({ returnTo }: { returnTo: string }) {
  const install = useInstall()
  const switchedOff = useSwitchedOff(signIn.startGithub.feature)
  const start = useMutation({
    mutationFn: () => call(signIn.startGithub, { body: { return_to: returnTo } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
  return (
    <div className="flex flex-col gap-4">
      <Button
        size="large"
        icon={FolderGit2}
        isPending={start.isPending}
        disabledReason={switchedOff}
        onClick={() => start.mutate()}
      >
        Continue with GitHub
      </Button>
      {start.error !== null && (
        <Notice tone="bad">{githubErrorText(start.error, install.support_email)}</Notice>
      )}
      <p className="flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or with your email
      </p>
    </div>
  )
}
