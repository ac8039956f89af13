import { members } from '@basalt/contract/organization/members'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { CustomRoles } from './CustomRoles.tsx'
import { InvitationList } from './InvitationList.tsx'
import { emptyInvite, InviteDialog } from './InviteDialog.tsx'
import { LeaveCard } from './LeaveCard.tsx'
import { MemberTable } from './MemberTable.tsx'
import { usePermission, useOrganization } from './queries.ts'
import { organizationChoices, projectChoices } from './role-choices.ts'

type Props = { slug: string }

/** Who belongs to the organization, who is invited, and the roles it made itself. */
export function TeamPage({ slug }: Props) {
  return (
    <PageBody>
      <Panel failure="The team could not be loaded" resetKey={slug}>
        <Team slug={slug} />
      </Panel>
    </PageBody>
  )
}

function Team({ slug }: Props) {
  const organization = useOrganization(slug)
  const may = usePermission(slug)
  const [isInviting, setIsInviting] = useState(false)
  const [invite, setInvite] = useState(emptyInvite)
  useDocumentTitle(organization?.name, 'Team')
  if (organization === undefined) return null
  const canList = may(members.list.permission)
  const assigner = { plan: organization.plan.id, may, customRoles: [] }
  const canInvite = [...organizationChoices(assigner), ...projectChoices(assigner)].some(
    ({ disabledReason }) => disabledReason === undefined,
  )

  return (
    <>
      <PageHeader
        title="Team"
        description={`Members and roles of ${organization.name}.`}
        actions={
          <Button
            variant="primary"
            icon={UserPlus}
            disabledReason={
              canInvite ? undefined : 'You need additional permissions to invite people'
            }
            onClick={() => setIsInviting(true)}
          >
            Invite people
          </Button>
        }
      />
      {canList ? (
        <>
          <Panel failure="The members could not be loaded" resetKey={slug}>
            <MemberTable organization={organization} />
          </Panel>
          <Panel failure="The invitations could not be loaded" resetKey={slug}>
            <InvitationList organization={organization} />
          </Panel>
          <Panel failure="The custom roles could not be loaded" resetKey={slug}>
            <CustomRoles organization={organization} />
          </Panel>
        </>
      ) : (
        <Notice tone="info" title="You have roles in specific projects only">
          The member list is visible to users with a role in the whole organization.
        </Notice>
      )}
      <LeaveCard organization={organization} canList={canList} />
      {isInviting && (
        <InviteDialog
          organization={organization}
          draft={invite}
          onChange={setInvite}
          onClose={() => setIsInviting(false)}
        />
      )}
    </>
  )
}
