import {
  type OrganizationSecurity,
  organizationSettings,
} from '@basalt/contract/organization/settings'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { plural } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Allowed } from './Allowed.tsx'
import { refreshOrganizations, securityQuery } from './queries.ts'
import { SqlAuditCard } from './SqlAuditCard.tsx'

export function SecurityPage({ slug }: { slug: string }) {
  useDocumentTitle('Security')
  return (
    <PageBody width="form">
      <PageHeader
        title="Security"
        description="Requirements for all members of this organization."
      />
      <Allowed route={organizationSettings.security} what="see these settings">
        <Panel failure="The security settings could not be loaded" resetKey={slug}>
          <MfaCard slug={slug} />
          <SqlAuditCard slug={slug} />
        </Panel>
      </Allowed>
    </PageBody>
  )
}

function MfaCard({ slug }: { slug: string }) {
  const client = useQueryClient()
  const { data: security } = useSuspenseQuery(securityQuery(slug))
  const denied = useDenied(organizationSettings.updateSecurity, 'change this setting')
  const [isConfirming, setIsConfirming] = useState(false)
  const isRequired = security.organization_requires_mfa
  const locked = security.members_without_mfa
  const save = useMutation({
    mutationFn: (required: boolean) =>
      call(organizationSettings.updateSecurity, {
        params: { slug },
        body: { organization_requires_mfa: required },
      }),
    onSuccess: async (saved) => {
      client.setQueryData(securityQuery(slug).queryKey, saved)
      setIsConfirming(false)
      notify.success(
        saved.organization_requires_mfa
          ? 'Multi-factor authentication is now required'
          : 'Multi-factor authentication is no longer required',
      )
      await refreshOrganizations(client)
    },
    onError: (error) => isRequired && notify.error(error.message),
  })
  const obstacle =
    isRequired || security.caller_has_mfa
      ? undefined
      : 'Turn on multi-factor authentication for your own account first to avoid locking yourself out'

  return (
    <Card
      title="Multi-factor authentication"
      description="Require members to use a second factor to access this organization and its projects."
      actions={
        <Badge tone={isRequired ? 'good' : 'neutral'}>
          {isRequired ? 'Required' : 'Not required'}
        </Badge>
      }
      footer={
        <>
          {obstacle !== undefined && denied === undefined && (
            <Link href={paths.accountSecurity()} className={buttonClass()}>
              Set up MFA for your account
            </Link>
          )}
          <Button
            variant={isRequired ? 'secondary' : 'primary'}
            isPending={save.isPending}
            disabledReason={denied ?? obstacle}
            onClick={() => (isRequired ? save.mutate(false) : setIsConfirming(true))}
          >
            {isRequired ? 'Stop requiring MFA' : 'Require MFA'}
          </Button>
        </>
      }
    >
      <CardBody>
        {locked.length === 0 ? (
          <Notice tone="good">
            {security.member_count === 1
              ? 'The only member has a second factor.'
              : `All ${plural(security.member_count, 'member')} have a second factor.`}
          </Notice>
        ) : (
          <LockedOut security={security} />
        )}
      </CardBody>
      {isConfirming && (
        <Confirm
          isOpen
          title="Require multi-factor authentication?"
          confirmLabel="Require MFA"
          isPending={save.isPending}
          error={save.error}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => save.mutate(true)}
        >
          {locked.length === 0
            ? 'Takes effect immediately. No members lose access.'
            : `Takes effect immediately. ${plural(locked.length, 'member')} and their access tokens are blocked until they add a second factor.`}
        </Confirm>
      )}
    </Card>
  )
}

function LockedOut({ security }: { security: OrganizationSecurity }) {
  const { members_without_mfa: members, organization_requires_mfa: isRequired } = security
  return (
    <section aria-label="Members without a second factor" className="flex flex-col gap-2">
      <p>
        {plural(members.length, 'member')} of {security.member_count} without a second factor{' '}
        {isRequired ? 'have no access now:' : 'would lose access:'}
      </p>
      <ul className="flex flex-col rounded-control border border-line">
        {members.map(({ user_id: id, email, name, role, is_caller: isCaller }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 last:border-0"
          >
            <span className="min-w-0 flex-1 truncate">
              {name ?? email}
              {name !== null && <span className="text-ink-faint"> · {email}</span>}
            </span>
            {isCaller && <Badge tone="accent">You</Badge>}
            <span className="text-ink-soft">{role}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
