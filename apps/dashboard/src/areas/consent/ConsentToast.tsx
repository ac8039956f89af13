import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Cookie, Settings2 } from 'lucide-react'

import { notify } from '../../lib/browser/toast.ts'
import { acceptAll, consentQuery, optOut, privacySettings } from '../../product/consent.ts'
import { Button } from '../../ui/Button.tsx'

const appearance = {
  variant: 'ghost',
  size: 'small',
  className: 'h-5! font-medium text-ink! pointer-coarse:h-8!',
} as const

/**
 * SPEC.md section 4: "persistent toast until accepted or opted out". It is one line below the page
 * instead of over it, so that it never covers the page.
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
      className="flex h-8 flex-none animate-fade-in items-center gap-1 border-t border-line-strong bg-raised px-3 text-xs tablet:h-[22px] tablet:px-4"
    >
      <Cookie className="mr-1 hidden size-3.5! text-ink-faint tablet:block" />
      <p className="mr-auto min-w-0 truncate text-ink-soft">
        Allow usage analytics?
        <span className="max-tablet:sr-only"> Nothing is collected until you accept.</span>
      </p>
      <Button {...appearance} onClick={privacySettings.open}>
        <span className="max-tablet:sr-only">Privacy settings</span>
        <Settings2 aria-hidden className="tablet:hidden" />
      </Button>
      <Button {...appearance} onClick={() => void optOut()}>
        Opt out
      </Button>
      <Button {...appearance} isPending={accept.isPending} onClick={() => accept.mutate()}>
        Accept
      </Button>
    </section>
  )
}
