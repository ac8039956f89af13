import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Cookie } from 'lucide-react'

import { acceptAll, consentQuery, optOut, privacySettings } from '../../lib/consent.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/toast.ts'

/**
 * SPEC.md section 4: "persistent toast until accepted or opted out". It stands below the
 * page instead of over it, so that nothing of the page is covered however long it stays.
 */
export function ConsentToast() {
  const client = useQueryClient()
  const accept = useMutation({
    mutationFn: async () => acceptAll(await client.fetchQuery(consentQuery())),
    onError: () => notify.error('Unable to Load Privacy Settings'),
  })

  return (
    <section
      aria-label="Privacy"
      className="flex-none animate-fade-in border-t border-line-strong bg-raised px-4 py-2.5"
    >
      <div className="mx-auto flex max-w-[1104px] flex-wrap items-center gap-x-4 gap-y-2">
        <Cookie className="hidden text-ink-faint tablet:block" />
        <p className="min-w-0 flex-1 basis-72 text-ink-soft">
          May this install note how the dashboard is used? Nothing is noted before you agree.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="ghost" onClick={privacySettings.open}>
            Privacy settings
          </Button>
          <Button onClick={() => void optOut()}>Opt out</Button>
          <Button isPending={accept.isPending} onClick={() => accept.mutate()}>
            Accept
          </Button>
        </div>
      </div>
    </section>
  )
}
