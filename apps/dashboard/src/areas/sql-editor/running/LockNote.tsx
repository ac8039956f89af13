import { Lock } from 'lucide-react'

import type { Blocker } from '../runs/run-model.ts'
import { Elapsed } from './Elapsed.tsx'

/** For whom a run waits that finds a lock taken. */
export function LockNote({ blockers }: { blockers: readonly Blocker[] }) {
  return (
    <output className="flex flex-none flex-col gap-1 border-t border-line px-3 py-1.5 text-xs text-warn">
      {blockers.map(({ is_own: isOwn, state, application, since, query }) => (
        <span key={`${since} ${query}`} className="flex min-w-0 items-center gap-2">
          <Lock className="size-3.5 flex-none" />
          <span className="flex-none">
            {`Waiting for a lock held by ${whose(isOwn, application)}`}
            {since !== null && (
              <>
                {', '}
                {state === 'active' ? 'busy' : 'whose transaction is open'} for{' '}
                <Elapsed at={since} />
              </>
            )}
          </span>
          {query !== '' && (
            <code className="min-w-0 truncate text-ink-soft" title={query}>
              {query}
            </code>
          )}
        </span>
      ))}
    </output>
  )
}

function whose(isOwn: boolean, application: string): string {
  if (isOwn) return 'another tab of yours'
  return application === '' ? 'another connection' : `another connection (${application})`
}
