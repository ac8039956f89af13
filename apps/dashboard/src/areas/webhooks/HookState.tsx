import type { Hook } from '@basalt/contract/webhooks/webhooks'

import { plural } from '../../lib/format/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Time } from '../../ui/Time.tsx'
import { usePauseHook } from './queries.ts'

type Props = { projectRef: string; hook: Hook; deniedWrite: string | undefined }

/** Why events of a hook are not delivered, with the way on. */
export function HookState({ projectRef, hook, deniedWrite }: Props) {
  const pause = usePauseHook(projectRef)
  const resume = (label: string) => (
    <Button
      isPending={pause.isPending}
      disabledReason={deniedWrite}
      onClick={() => pause.mutate({ id: hook.id, isPaused: false })}
    >
      {label}
    </Button>
  )
  if (hook.fault !== null) return <Notice tone="bad">{hook.fault}. Edit the webhook.</Notice>
  if (hook.state === 'disabled') {
    return <Notice tone="info">Its trigger is disabled, so changes of rows cause no events.</Notice>
  }
  if (hook.state === 'paused') {
    return (
      <Notice tone="warn" title="This webhook is paused" action={resume('Resume')}>
        {plural(hook.waiting, 'event')} waiting. Changes of rows go on adding events.
      </Notice>
    )
  }
  if (hook.state !== 'failing' || hook.failing_since === null) return null
  return (
    <Notice tone="bad" title="The receiver fails" action={resume('Try now')}>
      Since <Time at={hook.failing_since} />. Events wait. The receiver is tried again with growing
      pauses, and deliveries go on by themselves when it accepts an event.
    </Notice>
  )
}
