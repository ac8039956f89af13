import type { Member } from '@basalt/contract/organization/members'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { useTableView } from '../../product/use-table-view.ts'
import { IconButton } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import type { MenuItem } from '../../ui/menu-props.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { onlyOwner } from './LeaveCard.tsx'
import { getRank, isLastOwner, roleLines } from './member-list.ts'
import { MemberDialog, type MemberAction } from './MemberDialog.tsx'
import { type May, membersQuery, usePermission } from './queries.ts'
import { mayTake } from './role-choices.ts'

/** Ids that links of earlier versions have as their `sort`. */
const columns: Column<Member>[] = [
  {
    id: 'email',
    header: 'Member',
    width: 'minmax(0, 2fr)',
    cell: (member) => <MemberName member={member} />,
    sortValue: ({ email }) => email,
    searchText: ({ name, email }) => `${name ?? ''} ${email}`,
  },
  {
    id: 'role',
    header: 'Role',
    width: 'minmax(0, 1.5fr)',
    cell: (member) => <Roles lines={roleLines(member)} />,
    sortValue: getRank,
    searchText: (member) => roleLines(member).join(' '),
    orderNames: { ascending: 'Most permissions first', descending: 'Fewest permissions first' },
    hasLabel: false,
  },
  {
    id: 'factor',
    header: 'Second factor',
    width: '124px',
    cell: ({ is_mfa_enabled: isOn }) => <SecondFactor isOn={isOn} />,
    sortValue: ({ is_mfa_enabled: isOn }) => isOn,
    orderNames: {
      ascending: 'Without second factor first',
      descending: 'With second factor first',
    },
  },
  {
    id: 'seen',
    header: 'Last seen',
    width: '132px',
    cell: ({ last_seen_at: at }) =>
      at === null ? <span className="text-ink-faint">Never</span> : <Time at={at} />,
    sortValue: ({ last_seen_at: at }) => (at === null ? null : new Date(at)),
    firstDirection: 'descending',
    orderNames: { ascending: 'Last seen last', descending: 'Last seen first' },
  },
  {
    id: 'joined',
    header: 'Joined',
    width: '132px',
    hideBelow: 'narrow',
    cell: ({ joined_at: at }) => <Time at={at} />,
    sortValue: ({ joined_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

const defaultSort = { column: 'email', direction: 'ascending' } as const

export function MemberTable({ organization }: { organization: Organization }) {
  const { data: all } = useSuspenseQuery(membersQuery(organization.slug))
  const may = usePermission(organization.slug)
  const [act, setAction] = useState<MemberAction>()
  const view = useTableView(columns, { defaultSort })

  return (
    <section aria-label="Members">
      <DataTable
        label="Members"
        noun="member"
        columns={columns}
        rows={all}
        getId={({ user_id: id }) => id}
        failure="The members could not be loaded"
        empty={null}
        searchLabel="Search members"
        renderActions={(member) => (
          <Menu
            align="end"
            trigger={
              <IconButton icon={Ellipsis} label={`Actions for ${member.name ?? member.email}`} />
            }
            items={actionsFor(member, { all, may, open: setAction })}
          />
        )}
        {...view}
      />
      {act !== undefined && (
        <MemberDialog act={act} organization={organization} onClose={() => setAction(undefined)} />
      )}
    </section>
  )
}

function MemberName({ member }: { member: Member }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-2 font-medium">
        <span className="truncate">{member.name ?? member.email}</span>
        {member.is_you && <Badge>You</Badge>}
      </span>
      {member.name !== null && (
        <span className="truncate text-xs text-ink-faint">{member.email}</span>
      )}
    </span>
  )
}

function SecondFactor({ isOn }: { isOn: boolean }) {
  if (!isOn) return <span className="text-ink-faint">Off</span>
  return (
    <span className="inline-flex items-center gap-1.5 text-good">
      <ShieldCheck />
      <span>On</span>
    </span>
  )
}

const shownLines = 3

function Roles({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <span className="text-ink-faint">No projects</span>
  const more = lines.length - shownLines
  return (
    <span className="flex flex-col" title={more > 0 ? lines.join('\n') : undefined}>
      {lines.slice(0, shownLines).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {more > 0 && <span className="text-xs text-ink-faint">and {more} more</span>}
    </span>
  )
}

type Acting = { all: readonly Member[]; may: May; open: (act: MemberAction) => void }

/** Actions on a member; disabled ones have a reason. */
function actionsFor(member: Member, { all, may, open }: Acting): MenuItem[] {
  const need = (what: string) => `You need additional permissions to ${what}`
  const canTake = mayTake(may, member)
  const isLast = isLastOwner(all, member)
  const canTransfer = may({ action: 'write:Update', resource: 'members.ownership' })
  const transferReason = canTransfer ? undefined : need('transfer ownership')
  return [
    {
      label: 'Change role…',
      disabledReason: canTake ? undefined : need('change this role'),
      onSelect: () => open({ kind: 'change', member, isLastOwner: isLast }),
    },
    {
      label: 'Transfer ownership…',
      disabledReason: member.is_you ? 'Transfer ownership to another member first' : transferReason,
      onSelect: () => open({ kind: 'transfer', member }),
    },
    { kind: 'separator' },
    {
      label: 'Remove…',
      isDanger: true,
      disabledReason:
        (isLast ? onlyOwner : undefined) ?? (canTake ? undefined : need('remove this member')),
      onSelect: () => open({ kind: 'remove', member }),
    },
  ]
}
