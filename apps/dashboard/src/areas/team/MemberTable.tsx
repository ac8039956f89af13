import type { Member } from '@basalt/contract/organization/members'
import type { Organization } from '@basalt/contract/organization/organization-list'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { useSearchParams, useSearchText } from '../../lib/browser/use-search-text.ts'
import { plural } from '../../lib/format/format.ts'
import { IconButton } from '../../ui/Button.tsx'
import { SearchInput, Select } from '../../ui/Input.tsx'
import type { MenuItem } from '../../ui/menu-props.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { onlyOwner } from './LeaveCard.tsx'
import { isLastOwner, listMembers, roleLines } from './member-list.ts'
import { memberSorts, type MemberSort } from './member-sorts.ts'
import { MemberDialog, type MemberAction } from './MemberDialog.tsx'
import { type May, membersQuery, usePermission } from './queries.ts'
import { mayTake } from './role-choices.ts'

type Props = {
  organization: Organization
  search: string | undefined
  sort: MemberSort | undefined
}

export function MemberTable({ organization, search, sort = 'email' }: Props) {
  const { data: all } = useSuspenseQuery(membersQuery(organization.slug))
  const may = usePermission(organization.slug)
  const [text, setText] = useSearchText(search)
  const [act, setAction] = useState<MemberAction>()
  const shown = listMembers(all, { search: text, sort })

  return (
    <section aria-label="Members" className="flex flex-col gap-3">
      <Filters text={text} sort={sort} onSearch={setText} />
      {shown.length === 0 ? (
        <p className="py-8 text-center text-ink-faint">No member matches “{text}”</p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <table className="w-full max-tablet:block">
            <thead className="border-b border-line text-left text-xs text-ink-faint max-tablet:sr-only">
              <tr>
                {['Member', 'Role', 'Second factor', 'Last seen', 'Joined'].map((name) => (
                  <th key={name} scope="col" className="px-4 py-2 font-medium">
                    {name}
                  </th>
                ))}
                <th scope="col" className="w-12">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody className="max-tablet:block">
              {shown.map((member) => (
                <MemberRow
                  key={member.user_id}
                  member={member}
                  items={actionsFor(member, { all, may, open: setAction })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="text-xs text-ink-faint">{plural(shown.length, 'member')}</p>
      {act !== undefined && (
        <MemberDialog act={act} organization={organization} onClose={() => setAction(undefined)} />
      )}
    </section>
  )
}

type FiltersProps = { text: string; sort: MemberSort; onSearch: (text: string) => void }

function Filters({ text, sort, onSearch }: FiltersProps) {
  const change = useSearchParams()
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        label="Search members"
        value={text}
        onChange={onSearch}
        className="w-full tablet:w-72"
      />
      <Select
        aria-label="Sort by"
        className="w-40"
        value={sort}
        onChange={(event) => change({ sort: event.target.value })}
      >
        {memberSorts.map((one) => (
          <option key={one} value={one}>
            {sortNames[one]}
          </option>
        ))}
      </Select>
    </div>
  )
}

const sortNames: Readonly<Record<MemberSort, string>> = {
  email: 'By email',
  role: 'By role',
  seen: 'Last seen first',
  joined: 'Newest first',
}

function MemberRow({ member, items }: { member: Member; items: readonly MenuItem[] }) {
  const name = member.name ?? member.email
  return (
    <tr className="border-b border-line last:border-0 max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:px-4 max-tablet:py-3">
      <td className="px-4 py-2 max-tablet:p-0">
        <span className="flex min-w-0 flex-col">
          <span className="flex items-center gap-2 font-medium">
            <span className="truncate">{name}</span>
            {member.is_you && <Badge>You</Badge>}
          </span>
          {member.name !== null && (
            <span className="truncate text-xs text-ink-faint">{member.email}</span>
          )}
        </span>
      </td>
      <td className="px-4 py-2 max-tablet:col-start-1 max-tablet:p-0 max-tablet:pt-1">
        <Roles lines={roleLines(member)} />
      </td>
      <td className="px-4 py-2 max-tablet:col-start-1 max-tablet:p-0 max-tablet:text-xs">
        <SecondFactor isOn={member.is_mfa_enabled} />
      </td>
      <td className="px-4 py-2 text-ink-soft max-tablet:col-start-1 max-tablet:p-0 max-tablet:text-xs">
        {member.last_seen_at === null ? (
          <>
            Never<span className="tablet:hidden"> seen</span>
          </>
        ) : (
          <>
            <span className="tablet:hidden">Seen </span>
            <Time at={member.last_seen_at} />
          </>
        )}
      </td>
      <td className="px-4 py-2 text-ink-soft max-tablet:hidden">
        <Time at={member.joined_at} />
      </td>
      <td className="pr-2 text-right max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:p-0">
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
          items={items}
        />
      </td>
    </tr>
  )
}

/** On a phone there is no header above it, so it has a label. */
function SecondFactor({ isOn }: { isOn: boolean }) {
  const about = <span className="tablet:hidden">Second factor </span>
  if (!isOn) {
    return (
      <span className="text-ink-faint">
        {about}
        <span className="max-tablet:lowercase">Off</span>
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-good">
      <ShieldCheck />
      {about}
      <span className="max-tablet:lowercase">On</span>
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
