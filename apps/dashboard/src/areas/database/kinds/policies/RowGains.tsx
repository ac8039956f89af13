import { databasePolicyGains } from '@basalt/contract/database/objects/policy-gains'
import type { SentTo } from '@basalt/contract/route'
import type { PolicyGains } from '@basalt/pg-model'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'

import { useDenied } from '../../../../lib/access/access.tsx'
import { useDebounced } from '../../../../lib/browser/use-debounced.ts'
import { formatCount, formatEstimate } from '../../../../lib/format/format.ts'
import { printClaims, readClaims } from '../../../../lib/forms/claims-text.ts'
import { query } from '../../../../lib/network/api.ts'
import { ClaimsField } from '../../../../product/ClaimsField.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../../ui/Skeleton.tsx'
import type { EffectProps } from '../../model/object-kind.ts'
import { RoleGains } from './RoleGains.tsx'

/** A user that no application has, until the author enters another one. */
const nobody = printClaims({ sub: '00000000-0000-0000-0000-000000000000' })

const pauseMs = 500

/** The rows that each role gains and loses by a change of a policy, before it is saved. */
export function RowGains({ projectRef, change, isReady }: EffectProps) {
  const denied = useDenied(databasePolicyGains.compare, 'compare the rows that roles see')
  const [claims, setClaims] = useState(nobody)
  const { claims: read = null, fault } = readClaims(useDebounced(claims, pauseMs))
  const compared = useQuery({
    ...query(databasePolicyGains.compare, {
      params: { ref: projectRef },
      // The kind of the panel gives changes of policies.
      body: { change: change as Change, claims: read },
    }),
    enabled: isReady && denied === undefined && fault === undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error, isFetching, isPlaceholderData, refetch } = compared
  if (change === null) return null
  return (
    <section aria-label="Rows gained and lost" className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium">Rows gained and lost</h3>
      {denied !== undefined && <p className="text-xs text-ink-faint">{denied}.</p>}
      {error !== null && (
        <Notice
          tone="warn"
          title="The rows could not be compared"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Notice>
      )}
      {isFetching && data === undefined && <SkeletonRows rows={2} className="h-8" />}
      {data !== undefined && (
        <div
          aria-busy={isFetching}
          className={clsx('flex min-w-0 flex-col gap-2', isPlaceholderData && 'opacity-60')}
        >
          <Comparison gains={data} />
          {isPlaceholderData && !isFetching && (
            <p className="text-xs">These are the counts of an earlier version of the change.</p>
          )}
        </div>
      )}
      {data?.roles.some(isEvaluated) === true && (
        <Claims text={claims} fault={readClaims(claims).fault} onChange={setClaims} />
      )}
    </section>
  )
}

/** Whether claims may matter: a condition was evaluated. */
const isEvaluated = ({ error, operations }: PolicyGains['roles'][number]): boolean =>
  error !== null || operations.length > 0

type Change = SentTo<typeof databasePolicyGains.compare>['body']['change']

function Comparison({ gains }: { gains: PolicyGains }) {
  const { roles, hints, omitted, columns } = gains
  const isEmpty = roles.every(
    ({ note, error, operations }) =>
      note === null && error === null && operations.every((one) => one.gained + one.lost === 0),
  )
  const names = roles.map(({ role }) => role).join(', ')
  return (
    <>
      {isEmpty && (
        <p className="text-ink-soft">
          {roles.length === 0 ? 'No row changes' : `No row changes for ${names}`}
        </p>
      )}
      {!isEmpty && (
        <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
          {roles.map((role) => (
            <RoleGains key={role.role} role={role} columns={columns} />
          ))}
        </ul>
      )}
      <ul className="flex flex-col gap-1 text-xs text-ink-faint">
        {[describeSample(gains), ...hints].map(
          (text) => text !== null && <li key={text}>{text}.</li>,
        )}
        {omitted.length > 0 && <li>Not compared for {omitted.join(', ')}.</li>}
      </ul>
    </>
  )
}

function describeSample({ rows, sample, row_estimate: estimate }: PolicyGains): string | null {
  if (rows === null || sample === null) return null
  const count = formatCount(rows)
  return sample === 'random'
    ? `Sampled: the counts are for ${count} random rows of ${formatEstimate(estimate ?? rows)}`
    : `Sampled: the counts are for the first ${count} rows of the table`
}

type ClaimsProps = { text: string; fault: string | undefined; onChange: (text: string) => void }

function Claims(props: ClaimsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide user claims' : 'Change user claims'}
      </Button>
      {isOpen && (
        <div className="w-full">
          <ClaimsField {...props} />
          <p className="mt-1 text-xs text-ink-faint">
            Requests of the role anon have no user: only the role is in their claims.
          </p>
        </div>
      )}
    </div>
  )
}
