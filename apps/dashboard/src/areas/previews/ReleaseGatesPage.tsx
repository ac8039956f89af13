import { previews, type ReleaseGateState } from '@basalt/contract/previews'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'

const gatesQuery = () => query(previews.gates, {})

/** The previews that an operator allows. */
export function ReleaseGatesPage() {
  useDocumentTitle('Release gates', 'Operator')
  return (
    <PageBody width="form">
      <PageHeader
        title="Release gates"
        description="Some feature previews are available only while their gate is open. Closing a gate removes its previews for all users."
      />
      <Panel failure="The release gates could not be loaded">
        <Gates />
      </Panel>
    </PageBody>
  )
}

function Gates() {
  const client = useQueryClient()
  const { data: gates } = useSuspenseQuery(gatesQuery())
  const toggle = useMutation({
    mutationFn: ({ name, is_open }: Pick<ReleaseGateState, 'name' | 'is_open'>) =>
      call(previews.setGate, { params: { name }, body: { is_open } }),
    onSuccess: (changed) => {
      client.setQueryData(gatesQuery().queryKey, (known = []) =>
        known.map((gate) => (gate.name === changed.name ? changed : gate)),
      )
      return invalidate(client, previews.list)
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <ul className="flex flex-col rounded-card border border-line bg-surface">
      {gates.map((gate) => (
        <Gate
          key={gate.name}
          gate={gate}
          isPending={toggle.isPending && toggle.variables.name === gate.name}
          onToggle={(isOpen) => toggle.mutate({ name: gate.name, is_open: isOpen })}
        />
      ))}
    </ul>
  )
}

type GateProps = { gate: ReleaseGateState; isPending: boolean; onToggle: (isOpen: boolean) => void }

function Gate({ gate, isPending, onToggle }: GateProps) {
  const id = useId()
  const waiting = gate.previews.filter(({ isReleased }) => !isReleased)
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-0">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 flex-none pointer-coarse:size-6"
        aria-describedby={`${id}-text`}
        checked={gate.is_open}
        disabled={isPending}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <label htmlFor={id} className="font-mono text-xs break-words">
          {gate.name}
        </label>
        <p id={`${id}-text`} className="text-ink-soft">
          {gate.previews.map(({ name }) => name).join(', ')}
          {waiting.length > 0 && ' – not released in this version, so it is not available yet'}
        </p>
        <p className="text-xs text-ink-faint">
          {gate.changed_at === null ? (
            'Default'
          ) : (
            <>
              {gate.is_open ? 'Opened' : 'Closed'} by {gate.changed_by}{' '}
              <Time at={gate.changed_at} />
            </>
          )}
        </p>
      </div>
    </li>
  )
}
