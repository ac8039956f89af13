import { signIn } from '@basalt/contract'
import { useMutation } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

const unverified = 'Error sending confirmation mail'
const contact = 'support@basalt.dev'

export function GithubButton({ returnTo }: { returnTo: string }) {
  const start = useMutation({
    mutationFn: () => call(signIn.startGithub, { body: { return_to: returnTo } }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  })
  return (
    <div className="flex flex-col gap-4">
      <Button size="large" isPending={start.isPending} onClick={() => start.mutate()}>
        <GithubMark />
        Continue with GitHub
      </Button>
      {start.error !== null && <Notice tone="bad">{messageOf(start.error)}</Notice>}
      <p className="flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or with your e-mail
      </p>
    </div>
  )
}

/** SPEC.md section 8, "Unverified source-host user". */
const messageOf = ({ message }: Error): string =>
  message === unverified
    ? `Please verify your email on GitHub first, then reach out to us at ${contact} to log into the dashboard`
    : message

function GithubMark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden>
      <path d="M8 0a8 8 0 0 0-2.530 15.590c.4.070.550-.170.550-.380v-1.490c-2.230.480-2.690-.950-2.690-.950-.360-.920-.890-1.170-.890-1.170-.730-.5.050-.490.050-.490.8.060 1.230.830 1.230.830.720 1.220 1.870.870 2.330.660.070-.520.280-.870.510-1.070-1.780-.2-3.640-.890-3.640-3.950 0-.870.310-1.590.820-2.150-.080-.2-.360-1.010.080-2.110 0 0 .670-.210 2.200.820a7.640 7.640 0 0 1 4 0c1.530-1.030 2.200-.820 2.200-.820.440 1.100.160 1.910.080 2.110.510.560.820 1.280.820 2.150 0 3.070-1.870 3.750-3.650 3.950.290.250.540.730.540 1.480v2.190c0 .210.150.460.550.380A8 8 0 0 0 8 0z" />
    </svg>
  )
}
