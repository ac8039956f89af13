import { type AdvisorIgnore, ignoreForEveryone } from '@basalt/contract/advisors/advisors'

import { useDenied } from '../../lib/access/access.tsx'
import { formatDay } from '../../lib/format/format-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useIgnoreChanges } from './queries.ts'

type Props = { ignore: AdvisorIgnore; projectRef: string }

/** Who ignores it, why and until when, and the way back. */
export function IgnoredNotice({ ignore, projectRef }: Props) {
  const { remove } = useIgnoreChanges(projectRef)
  const deniedAll = useDenied({ permission: ignoreForEveryone }, 'change this for everyone')
  const { reason, for_everyone: isForEveryone, created_by: author, until } = ignore
  const denied = isForEveryone ? deniedAll : undefined
  return (
    <Notice
      tone="info"
      title={isForEveryone ? `Ignored for everyone${by(author)}` : 'Ignored for you'}
      action={
        <Button
          isPending={remove.isPending}
          disabledReason={denied}
          onClick={() => remove.mutate(ignore.id)}
        >
          Stop ignoring
        </Button>
      }
    >
      <p>{reason}</p>
      {until !== null && <p>Until {formatDay(until)}.</p>}
      {remove.error !== null && <p role="alert">{remove.error.message}</p>}
    </Notice>
  )
}

const by = (author: string | null): string => (author === null ? '' : ` by ${author}`)
